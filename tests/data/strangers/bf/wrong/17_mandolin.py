"""Nodes are plain records; the operations are functions outside of the class."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __repr__(self):
        return f"Value({self.data:.6g}; {self.grad:.6g})"

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward(node)


def val(x):
    return x if isinstance(x, Value) else Value(x)


def add(a, b):
    a, b = val(a), val(b)

    def back(out):
        a.grad += out.grad
        b.grad += out.grad

    return Value(a.data + b.data, (a, b), back)


def sub(a, b):
    a, b = val(a), val(b)

    def back(out):
        a.grad += out.grad
        b.grad -= out.grad

    return Value(a.data - b.data, (a, b), back)


def mul(a, b):
    a, b = val(a), val(b)

    def back(out):
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad

    return Value(a.data * b.data, (a, b), back)


def div(a, b):
    a, b = val(a), val(b)

    def back(out):
        a.grad += out.grad / b.data
        b.grad -= out.grad * out.data / b.data

    return Value(a.data / b.data, (a, b), back)


def power(a, n):
    def back(out):
        if n != 0:
            a.grad += n * a.data ** (n - 1) * out.grad

    return Value(a.data**n, (a,), back)


def tanh(a):
    def back(out):
        a.grad += (1 - out.data * out.data) * out.grad

    return Value(math.tanh(a.data), (a,), back)


def exp(a):
    def back(out):
        a.grad += out.data * out.grad

    return Value(math.exp(a.data), (a,), back)


def relu(a):
    def back(out):
        if a.data > 0:
            a.grad += out.grad

    return Value(max(0.0, a.data), (a,), back)


def flipped(function):
    return lambda a, b: function(b, a)


Value.__add__, Value.__radd__ = add, flipped(add)
Value.__sub__, Value.__rsub__ = sub, flipped(sub)
Value.__mul__, Value.__rmul__ = mul, flipped(mul)
Value.__truediv__, Value.__rtruediv__ = div, flipped(div)
Value.__neg__ = lambda a: mul(-1.0, a)
Value.__pow__ = power
Value.tanh, Value.exp, Value.relu = tanh, exp, relu


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for x in node._prev:
                stack.append((x, False))


def zero_grad(root):
    waiting = [root]
    while waiting:
        node = waiting.pop()
        node.grad = 0.0
        for x in node._prev:
            waiting.append(x)
