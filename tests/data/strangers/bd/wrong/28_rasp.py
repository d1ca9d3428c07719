"""The engine, with rules as static functions that are tied to their node by partial()."""

import math
from functools import partial


class Rules:
    """Every rule gets the result first, then its inputs."""

    @staticmethod
    def leaf():
        pass

    @staticmethod
    def add(out, a, b):
        a.grad += out.grad
        b.grad += out.grad

    @staticmethod
    def sub(out, a, b):
        a.grad += out.grad
        b.grad -= out.grad

    @staticmethod
    def mul(out, a, b):
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad

    @staticmethod
    def div(out, a, b):
        a.grad += out.grad / b.data
        b.grad -= out.data * out.grad / b.data

    @staticmethod
    def neg(out, a):
        a.grad -= out.grad

    @staticmethod
    def pow(out, a, *, n):
        if n != 0:
            a.grad += n * math.pow(a.data, n - 1) * out.grad

    @staticmethod
    def tanh(out, a):
        a.grad += (1.0 - out.data) * (1.0 + out.data) * out.grad

    @staticmethod
    def exp(out, a):
        a.grad += out.data * out.grad

    @staticmethod
    def relu(out, a):
        a.grad += out.grad if a.data > 0 else 0.0


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = Rules.leaf

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    @staticmethod
    def result(data, rule, *inputs, **extra):
        out = Value(data, inputs, rule.__name__)
        out._backward = partial(rule, out, *inputs, **extra)
        return out

    def __add__(self, other):
        other = Value.of(other)
        return Value.result(self.data + other.data, Rules.add, self, other)

    def __sub__(self, other):
        other = Value.of(other)
        return Value.result(self.data - other.data, Rules.sub, self, other)

    def __mul__(self, other):
        other = Value.of(other)
        return Value.result(self.data * other.data, Rules.mul, self, other)

    def __truediv__(self, other):
        other = Value.of(other)
        return Value.result(self.data / other.data, Rules.div, self, other)

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __neg__(self):
        return Value.result(-self.data, Rules.neg, self)

    def __pow__(self, n):
        return Value.result(math.pow(self.data, n), Rules.pow, self, n=n)

    def tanh(self):
        return Value.result(math.tanh(self.data), Rules.tanh, self)

    def exp(self):
        return Value.result(math.exp(self.data), Rules.exp, self)

    def relu(self):
        return Value.result(max(self.data, 0.0), Rules.relu, self)

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
    trail = [(v, iter(v._prev))]
    visited.add(v)
    while trail:
        node, rest = trail[-1]
        child = next(rest, None)
        if child is None:
            topo.append(node)
            trail.pop()
        elif child not in visited:
            visited.add(child)
            trail.append((child, iter(child._prev)))


def zero_grad(root):
    """Clear everything from the root down."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.grad != 0.0:
            node.grad = 0.0
            stack.extend(node._prev)
