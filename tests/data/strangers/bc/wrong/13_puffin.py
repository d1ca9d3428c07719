"""The order is found along the spine of first inputs, with the side branches hung in."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._rules = ()

    def _backward(self):
        for node, rule in zip(self._prev, self._rules):
            node.grad += rule(self.grad)

    @staticmethod
    def _make(data, op, *pairs):
        out = Value(data, tuple(node for node, _ in pairs), op)
        out._rules = tuple(rule for _, rule in pairs)
        return out

    def __add__(self, other):
        other = _value(other)
        return self._make(
            self.data + other.data, "+", (self, lambda g: g), (other, lambda g: g)
        )

    def __sub__(self, other):
        other = _value(other)
        return self._make(
            self.data - other.data, "-", (self, lambda g: g), (other, lambda g: -g)
        )

    def __mul__(self, other):
        other = _value(other)
        x, y = self.data, other.data
        return self._make(x * y, "*", (self, lambda g: g * y), (other, lambda g: g * x))

    def __truediv__(self, other):
        other = _value(other)
        x, y = self.data, other.data
        return self._make(
            x / y, "/", (self, lambda g: g / y), (other, lambda g: -g * x / (y * y))
        )

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return self._make(1.0, "**", (self, lambda g: 0.0))
        return self._make(x**n, "**", (self, lambda g: g * n * x ** (n - 1)))

    def __neg__(self):
        return self._make(-self.data, "neg", (self, lambda g: -g))

    def tanh(self):
        t = math.tanh(self.data)
        return self._make(t, "tanh", (self, lambda g: g * (1 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return self._make(e, "exp", (self, lambda g: g * e))

    def relu(self):
        on = self.data > 0
        return self._make(self.data if on else 0.0, "relu", (self, lambda g: g if on else 0.0))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return _value(other) - self

    def __rtruediv__(self, other):
        return _value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def _value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    spine = []
    while v not in visited:
        visited.add(v)
        spine.append(v)
        if v._prev:
            v = v._prev[0]
    while spine:
        node = spine.pop()
        for side in node._prev[1:]:
            build_topo(side, visited, topo)
        topo.append(node)


def zero_grad(root):
    todo, seen = [root], {root}
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for below in node._prev:
            if below not in seen:
                seen.add(below)
                todo.append(below)
