"""Value, with the small savings that the exam allows: a + 0, a - 0, a * 1 and a / 1 are
a itself and make no node."""

import math


def number_of(x):
    return x.data if isinstance(x, Value) else x


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def no_effect(other, neutral):
    """Would the operation with `other` leave everything as it is?"""
    return number_of(other) == neutral


class Value:
    def __init__(self, data, _prev=(), _op="leaf"):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    def _backward(self):
        g, op = self.grad, self._op
        if op == "leaf":
            return
        if op == "+":
            a, b = self._prev
            a.grad += g
            b.grad += g
        elif op == "-":
            a, b = self._prev
            a.grad += g
            b.grad -= g
        elif op == "*":
            a, b = self._prev
            a.grad += g * b.data
            b.grad += g * a.data
        elif op == "/":
            a, b = self._prev
            a.grad += g / b.data
            b.grad -= g * a.data / (b.data * b.data)
        elif op == "tanh":
            self._prev[0].grad += g * (1.0 - self.data * self.data)
        elif op == "exp":
            self._prev[0].grad += g * self.data
        elif op == "relu":
            self._prev[0].grad += g if self.data > 0.0 else 0.0
        else:
            name, n = op
            assert name == "**"
            if n != 0:
                self._prev[0].grad += g * n * self._prev[0].data ** (n - 1)

    def __add__(self, other):
        if no_effect(other, 0):
            return self
        return Value(self.data + number_of(other), (self, node_of(other)), "+")

    def __sub__(self, other):
        if no_effect(other, 0):
            return self
        return Value(self.data - number_of(other), (self, node_of(other)), "-")

    def __mul__(self, other):
        if no_effect(other, 1):
            return self
        return Value(self.data * number_of(other), (self, node_of(other)), "*")

    def __truediv__(self, other):
        if no_effect(other, 1):
            return self
        return Value(self.data / number_of(other), (self, node_of(other)), "/")

    def __pow__(self, n):
        return Value(self.data**n, (self,), ("**", n))

    def __neg__(self):
        return self * -1

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return node_of(other) - self

    def __rtruediv__(self, other):
        return node_of(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for child in reversed(node._prev):
                stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
