"""Backward with consumer counts, kept in a compact array beside the graph."""

import math
from array import array


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, other):
        return _binary("+", self, other)

    def __radd__(self, other):
        return _binary("+", other, self)

    def __sub__(self, other):
        return _binary("-", self, other)

    def __rsub__(self, other):
        return _binary("-", other, self)

    def __mul__(self, other):
        return _binary("*", self, other)

    def __rmul__(self, other):
        return _binary("*", other, self)

    def __truediv__(self, other):
        return _binary("/", self, other)

    def __rtruediv__(self, other):
        return _binary("/", other, self)

    def __neg__(self):
        return _unary("neg", self, -self.data, -1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return _unary("pow", self, self.data**n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return _unary("tanh", self, t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return _unary("exp", self, e, e)

    def relu(self):
        on = self.data > 0.0
        return _unary("relu", self, self.data if on else 0.0, 1.0 if on else 0.0)

    def backward(self):
        inner, leaves = _split(self)
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        place = {id(node): i for i, node in enumerate(inner)}
        consumers = array("B", bytes(len(inner)))
        for node in inner:
            for source in node._prev:
                if source._prev:
                    consumers[place[id(source)]] += 1
        ready = [self] if self._prev else []
        while ready:
            node = ready.pop()
            node._backward(node.grad)
            for source in node._prev:
                if source._prev:
                    i = place[id(source)]
                    consumers[i] -= 1
                    if not consumers[i]:
                        ready.append(source)


def _lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def _binary(op, a, b):
    a, b = _lift(a), _lift(b)
    if op == "+":
        out, da, db = Value(a.data + b.data, (a, b), op), 1.0, 1.0
    elif op == "-":
        out, da, db = Value(a.data - b.data, (a, b), op), 1.0, -1.0
    elif op == "*":
        out, da, db = Value(a.data * b.data, (a, b), op), b.data, a.data
    else:
        q = a.data / b.data
        out, da, db = Value(q, (a, b), op), 1.0 / b.data, -q / b.data

    def rule(g):
        a.grad += da * g
        b.grad += db * g

    out._backward = rule
    return out


def _unary(op, a, data, slope):
    out = Value(data, (a,), op)

    def rule(g):
        a.grad += slope * g

    out._backward = rule
    return out


def _split(root):
    """The inner nodes and the leaves below `root`."""
    inner, leaves, seen, todo = [], [], {id(root)}, [root]
    while todo:
        node = todo.pop()
        (inner if node._prev else leaves).append(node)
        for source in node._prev:
            if id(source) not in seen:
                seen.add(id(source))
                todo.append(source)
    return inner, leaves


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i < len(node._prev):
            stack.append((node, i + 1))
            if node._prev[i] not in visited:
                visited.add(node._prev[i])
                stack.append((node._prev[i], 0))
        else:
            topo.append(node)


def zero_grad(root):
    for group in _split(root):
        for node in group:
            node.grad = 0.0
