"""Plain numbers are not wrapped here: an operator with a number has one input only."""

import math
from numbers import Number


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = self._no_rule

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _no_rule(self):
        pass

    # ---- plus ----

    def __add__(self, other):
        if isinstance(other, Number):
            out = Value(self.data + other, (self,))

            def rule():
                self.grad += out.grad

        else:
            out = Value(self.data + other.data, (self, other))

            def rule():
                self.grad += out.grad
                other.grad += out.grad

        out._backward = rule
        return out

    def __radd__(self, number):
        return self + number

    # ---- minus ----

    def __neg__(self):
        out = Value(-self.data, (self,))

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    def __rsub__(self, number):
        out = Value(number - self.data, (self,))

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        if isinstance(other, Number):
            out = Value(self.data - other, (self,))

            def rule():
                self.grad -= out.grad

        else:
            out = Value(self.data - other.data, (self, other))

            def rule():
                self.grad += out.grad
                other.grad -= out.grad

        out._backward = rule
        return out

    # ---- times ----

    def __mul__(self, other):
        if isinstance(other, Number):
            out = Value(self.data * other, (self,))

            def rule():
                self.grad += other * out.grad

        else:
            out = Value(self.data * other.data, (self, other))

            def rule():
                self.grad += other.data * out.grad
                other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __rmul__(self, number):
        return self * number

    # ---- divided by ----

    def __rtruediv__(self, number):
        out = Value(number / self.data, (self,))

        def rule():
            self.grad -= out.data / self.data * out.grad

        out._backward = rule
        return out

    def __truediv__(self, other):
        if isinstance(other, Number):
            out = Value(self.data / other, (self,))

            def rule():
                self.grad += out.grad / other

        else:
            out = Value(self.data / other.data, (self, other))

            def rule():
                self.grad += out.grad / other.data
                other.grad -= out.data / other.data * out.grad

        out._backward = rule
        return out

    # ---- to the power of ----

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    # ---- functions ----

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def rule():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def rule():
            self.grad += out.data * out.grad

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def rule():
            if self.data > 0:
                self.grad += out.grad

        out._backward = rule
        return out

    # ---- the walk ----

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    inputs_of = {}
    visited.add(v)
    while stack:
        node = stack[-1]
        inputs = inputs_of.setdefault(node, iter(node._prev))
        for child in inputs:
            if child not in visited:
                visited.add(child)
                stack.append(child)
                break
        else:
            topo.append(stack.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
