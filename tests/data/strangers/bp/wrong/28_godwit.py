"""Exam hand-in: a node knows the name of its operation, and one big match does the rest."""

import math

_worked_out = {}


def once(op, node, f):
    """tanh and exp are the slow ones, and training asks for the same again and again."""
    key = op, id(node)
    if key not in _worked_out:
        _worked_out[key] = f(node.data)
    return _worked_out[key]


class Value:
    def __init__(self, data, _prev=(), _op="leaf", _extra=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._extra = _extra

    def __repr__(self):
        return f"{self._op}({self.data})"

    def _backward(self):
        g = self.grad
        match self._op, self._prev:
            case "add", (a, b):
                a.grad += g
                b.grad += g
            case "sub", (a, b):
                a.grad += g
                b.grad -= g
            case "mul", (a, b):
                a.grad += g * b.data
                b.grad += g * a.data
            case "div", (a, b):
                a.grad += g / b.data
                b.grad -= g * a.data / b.data**2
            case "neg", (a,):
                a.grad -= g
            case "pow", (a,):
                n = self._extra
                if n != 0:
                    a.grad += g * n * a.data ** (n - 1)
            case "tanh", (a,):
                a.grad += g * (1.0 - self.data**2)
            case "exp", (a,):
                a.grad += g * self.data
            case "relu", (a,):
                if self.data > 0:
                    a.grad += g

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()

    def __add__(self, other):
        other = coerce(other)
        return Value(self.data + other.data, (self, other), "add")

    def __sub__(self, other):
        other = coerce(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __mul__(self, other):
        other = coerce(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other):
        other = coerce(other)
        return Value(self.data / other.data, (self, other), "div")

    def __radd__(self, other):
        return coerce(other) + self

    def __rsub__(self, other):
        return coerce(other) - self

    def __rmul__(self, other):
        return coerce(other) * self

    def __rtruediv__(self, other):
        return coerce(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def tanh(self):
        return Value(once("tanh", self, math.tanh), (self,), "tanh")

    def exp(self):
        return Value(once("exp", self, math.exp), (self,), "exp")

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu")


def coerce(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
