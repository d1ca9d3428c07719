"""Two helpers, `unary` and `binary`, make every node; the rest is one line each."""

import math


def unary(a, data, slope):
    out = Value(data)
    out._prev = (a,)

    def rule():
        a.grad += slope * out.grad

    out._backward = rule
    return out


def binary(a, b, data, slope_a, slope_b):
    out = Value(data)
    out._prev = (a, b)

    def rule():
        a.grad += slope_a * out.grad
        b.grad += slope_b * out.grad

    out._backward = rule
    return out


def coerce(method):
    """A plain number on the other side becomes a leaf."""

    def wrapped(self, other):
        return method(self, other if isinstance(other, Value) else Value(other))

    return wrapped


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @coerce
    def __add__(self, other):
        return binary(self, other, self.data + other.data, 1.0, 1.0)

    @coerce
    def __sub__(self, other):
        return binary(self, other, self.data - other.data, 1.0, -1.0)

    @coerce
    def __mul__(self, other):
        return binary(self, other, self.data * other.data, other.data, self.data)

    @coerce
    def __truediv__(self, other):
        a, b = self.data, other.data
        return binary(self, other, a / b, 1 / b, -a / (b * b))

    @coerce
    def __radd__(self, other):
        return other + self

    @coerce
    def __rsub__(self, other):
        return other - self

    @coerce
    def __rmul__(self, other):
        return other * self

    @coerce
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        return unary(self, -self.data, -1.0)

    def __pow__(self, n):
        if n == 0:
            return unary(self, 1.0, 0.0)
        return unary(self, self.data**n, n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return unary(self, t, (1 - t) * (1 + t))

    def exp(self):
        e = math.exp(self.data)
        return unary(self, e, e)

    def relu(self):
        return unary(self, max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((x, False) for x in node._prev)


def zero_grad(root, seen=set()):
    stack = [root]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        node.grad = 0.0
        stack.extend(node._prev)
