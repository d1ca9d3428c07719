"""An engine with a base class for the graph and a class on top for the arithmetic."""

import math


class Node:
    """Inputs, rule, gradient: everything that does not depend on an operator."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def rule(self, function):
        self._backward = function
        return self

    def order(self):
        """All nodes below this one, inputs first."""
        seen, found, stack = {self}, [], [(self, iter(self._prev))]
        while stack:
            node, inputs = stack[-1]
            for i in inputs:
                if i not in seen:
                    seen.add(i)
                    stack.append((i, iter(i._prev)))
                    break
            else:
                found.append(stack.pop()[0])
        return found

    def backward(self):
        order = self.order()
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward:
                node._backward(node.grad)


class Value(Node):
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def back(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other), "+").rule(back)

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def back(g):
            self.grad += g
            other.grad -= g

        return Value(self.data - other.data, (self, other), "-").rule(back)

    def __isub__(self, other):
        # A step of gradient descent: p -= 0.1 * p.grad keeps the leaf p.
        if not self._prev and isinstance(other, (int, float)):
            self.data -= other
            return self
        return self - other

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def back(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, (self, other), "*").rule(back)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        q = self.data / other.data

        def back(g):
            self.grad += g / other.data
            other.grad -= g * q / other.data

        return Value(q, (self, other), "/").rule(back)

    def __pow__(self, n):
        def back(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), "**").rule(back)

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def back(g):
            self.grad += g * (1.0 - t * t)

        return Value(t, (self,), "tanh").rule(back)

    def exp(self):
        e = math.exp(self.data)

        def back(g):
            self.grad += g * e

        return Value(e, (self,), "exp").rule(back)

    def relu(self):
        on = self.data > 0

        def back(g):
            self.grad += g if on else 0.0

        return Value(self.data if on else 0.0, (self,), "relu").rule(back)


def build_topo(v, visited, topo):
    for node in v.order():
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in root.order():
        node.grad = 0.0
