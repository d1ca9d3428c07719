"""Contributions are posted as letters; `grad` opens them and adds them up exactly."""

import math


class Box:
    __slots__ = ("letters",)

    def __init__(self):
        self.letters = []

    def open(self):
        if len(self.letters) > 1:
            self.letters[:] = [math.fsum(self.letters)]
        return self.letters[0] if self.letters else 0.0

    def replace(self, number):
        self.letters[:] = [number]


class Value:
    def __init__(self, data, *links):
        self.data = data
        self.box = Box()
        self._links = links

    @property
    def grad(self):
        return self.box.open()

    @grad.setter
    def grad(self, number):
        self.box.replace(number)

    @property
    def _prev(self):
        return [inp for inp, _ in self._links]

    def _backward(self):
        for inp, post in self._links:
            inp.box.letters.append(post(self.box.open()))

    def backward(self):
        order = build_topo(self, set(), [])
        for node in order:
            if node._links:
                node.box.letters.clear()
        self.box.letters.append(1.0)
        for node in reversed(order):
            node._backward()
            node.box.open()

    def __add__(self, other):
        other = value(other)
        return Value(self.data + other.data, (self, same), (other, same))

    def __sub__(self, other):
        other = value(other)
        return Value(self.data - other.data, (self, same), (other, opposite))

    def __mul__(self, other):
        other = value(other)
        return Value(self.data * other.data, (self, times(other.data)), (other, times(self.data)))

    def __truediv__(self, other):
        other = value(other)
        y = other.data
        q = self.data / y
        return Value(q, (self, lambda g: g / y), (other, lambda g: -g * q / y))

    def __radd__(self, other):
        return value(other) + self

    def __rsub__(self, other):
        return value(other) - self

    def __rmul__(self, other):
        return value(other) * self

    def __rtruediv__(self, other):
        return value(other) / self

    def __neg__(self):
        return Value(-self.data, (self, opposite))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self, times(slope)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, times(1.0 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, times(e)))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self, same))
        return Value(0.0, (self, times(0.0)))


def same(g):
    return g


def opposite(g):
    return -g


def times(slope):
    return lambda g: slope * g


def value(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    agenda = [v]
    inside = []
    while agenda:
        node = agenda.pop()
        if node in inside[-1:]:
            topo.append(inside.pop())
        elif node not in visited:
            visited.add(node)
            inside.append(node)
            agenda.append(node)
            agenda.extend(inp for inp, _ in node._links if inp not in visited)
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.box.letters.clear()
