"""The exam. Built from my answers to 1-12, as the text says, with the repairs of 9, 10 and 11."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    # 2 and 5
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            for term in (self, other):
                term.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    # 6
    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return -1 * self

    def __sub__(self, other):
        return self + -1 * other

    def __rsub__(self, other):
        return Value(other) - self

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other**-1
        return self * (1 / other)

    def __rtruediv__(self, other):
        return Value(other) / self

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")

        def _backward():
            slope = 0.0 if exponent == 0 else exponent * self.data ** (exponent - 1)
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    # 7
    def _function(self, name, y, slope):
        out = Value(y, (self,), name)

        def _backward():
            self.grad += out.grad * slope

        out._backward = _backward
        return out

    def tanh(self):
        y = math.tanh(self.data)
        return self._function("tanh", y, 1 - y * y)

    def exp(self):
        y = math.exp(self.data)
        return self._function("exp", y, y)

    def relu(self):
        open_gate = self.data > 0
        return self._function("relu", self.data * open_gate, open_gate)

    # 4 and 10
    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


# 11
def build_topo(v, visited, topo):
    stack = [iter([v])]
    path = []
    while stack:
        for node in stack[-1]:
            if node not in visited:
                visited.add(node)
                path.append(node)
                stack.append(iter(node._prev))
                break
        else:
            stack.pop()
            if path:
                topo.append(path.pop())


# 9
def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
