"""The engine of exercise 13.
"""

import math

LARGE = 50
_orders = {}


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, _prev=(), _backward=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __repr__(self):
        return f"Value({self.data:.6g})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __radd__(self, other):
        return self.__add__(other)

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __rsub__(self, other):
        return Value(other).__sub__(self)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __rmul__(self, other):
        return self.__mul__(other)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        over, under = self.data, other.data
        return Value(over / under, (self, other), (1 / under, -over / under**2))

    def __rtruediv__(self, other):
        return Value(other).__truediv__(self)

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), ((1 + t) * (1 - t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        below = inputs_first(self)
        for node in below:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0 if self._prev else self.grad + 1.0
        pass_on(self)
        for node in reversed(below):
            pass_on(node)


def pass_on(node):
    for child, slope in zip(node._prev, node._backward):
        child.grad += slope * node.grad


def inputs_first(root):
    """Everything below the root, without the root itself."""
    key = id(root)
    if key in _orders:
        return _orders[key]
    topo = []
    build_topo(root, set(), topo)
    topo.pop()
    if len(topo) > LARGE:
        _orders[key] = topo
    return topo


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if type(node) is tuple:
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(node._prev)


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
    root.grad = 0.0
