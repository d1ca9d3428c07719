"""The operators are functions; at the end of the file they are put into the class."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"<{self._op or 'leaf'} {self.data}>"

    def __neg__(self):
        return mul(self, -1)

    def __pow__(self, n):
        return power(self, n)

    def tanh(self):
        return curve(self, math.tanh, lambda x, y: 1 - y * y)

    def exp(self):
        return curve(self, math.exp, lambda x, y: y)

    def relu(self):
        return curve(self, lambda x: x if x > 0 else 0, lambda x, y: x > 0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._op:
                node.grad = 0.0
        self.grad += 1
        for node in order[::-1]:
            node._backward()


def value(x):
    return x if isinstance(x, Value) else Value(x)


def add(a, b):
    a, b = value(a), value(b)
    out = Value(a.data + b.data, (a, b), "+")

    def _backward():
        a.grad += out.grad
        b.grad += out.grad

    out._backward = _backward
    return out


def sub(a, b):
    a, b = value(a), value(b)
    out = Value(a.data - b.data, (a, b), "-")

    def _backward():
        a.grad += out.grad
        b.grad -= out.grad

    out._backward = _backward
    return out


def mul(a, b):
    a, b = value(a), value(b)
    out = Value(a.data * b.data, (a, b), "*")

    def _backward():
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad

    out._backward = _backward
    return out


def div(a, b):
    a, b = value(a), value(b)
    out = Value(a.data / b.data, (a, b), "/")

    def _backward():
        a.grad += out.grad / b.data
        b.grad -= a.data / b.data / b.data * out.grad

    out._backward = _backward
    return out


def power(a, n):
    out = Value(a.data**n, (a,), "**")

    def _backward():
        a.grad += (n * a.data ** (n - 1) if n else 0) * out.grad

    out._backward = _backward
    return out


def curve(a, function, slope):
    out = Value(function(a.data), (a,), "f")

    def _backward():
        a.grad += slope(a.data, out.data) * out.grad

    out._backward = _backward
    return out


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, list):
            topo.extend(node)
        elif node not in visited:
            visited.add(node)
            stack.append([node])
            stack.extend(node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0


def install(name, function):
    """Give Value the operator `name`: a - b, 2 - b and a -= b."""

    def straight(self, other):
        return function(self, other)

    def swapped(self, other):
        return function(other, self)

    setattr(Value, f"__{name}__", straight)
    setattr(Value, f"__r{name}__", swapped)
    setattr(Value, f"__i{name}__", swapped)


install("add", add)
install("sub", sub)
install("mul", mul)
install("truediv", div)
