"""Operators from both sides: a decorator makes the method and its mirror image."""

import math


def both_sides(function):
    """From a function of two nodes: `node op x` and `x op node`."""

    def method(self, other):
        return function(self, Value.wrap(other))

    def reflected(self, other):
        return function(Value.wrap(other), self)

    return method, reflected


def add(x, y):
    out = Value(x.data + y.data, (x, y), "+")

    def _backward():
        x.grad += out.grad
        y.grad += out.grad

    return out._with(_backward)


def sub(x, y):
    out = Value(x.data - y.data, (x, y), "-")

    def _backward():
        x.grad += out.grad
        y.grad -= out.grad

    return out._with(_backward)


def mul(x, y):
    out = Value(x.data * y.data, (x, y), "*")

    def _backward():
        x.grad += y.data * out.grad
        y.grad += x.data * out.grad

    return out._with(_backward)


def div(x, y):
    out = Value(x.data / y.data, (x, y), "/")

    def _backward():
        x.grad += out.grad / y.data
        y.grad -= out.grad * x.data / (y.data * y.data)

    return out._with(_backward)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _with(self, rule):
        self._backward = rule
        return self

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Value) else Value(x)

    __add__, __radd__ = both_sides(add)
    __sub__, __rsub__ = both_sides(sub)
    __mul__, __rmul__ = both_sides(mul)
    __truediv__, __rtruediv__ = both_sides(div)

    # x += y and so on: a new node, x is only a name
    __iadd__, __isub__ = __radd__, __rsub__
    __imul__, __itruediv__ = __mul__, __truediv__

    def __neg__(self):
        return 0.0 - self

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def _backward():
            if n == 0:
                return
            self.grad += n * self.data ** (n - 1) * out.grad

        return out._with(_backward)

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1 + out.data) * (1 - out.data) * out.grad

        return out._with(_backward)

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        return out._with(_backward)

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def _backward():
            self.grad += out.grad if self.data > 0 else 0.0

        return out._with(_backward)

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
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, position = stack.pop()
        for i in range(position, len(node._prev)):
            child = node._prev[i]
            if child not in visited:
                visited.add(child)
                stack.append((node, i + 1))
                stack.append((child, 0))
                break
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
