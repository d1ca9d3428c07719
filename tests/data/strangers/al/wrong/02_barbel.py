import math
from functools import partial

ENTER, LEAVE = 0, 1


def build_topo(v, visited, topo):
    pile = [(ENTER, v)]
    visited.add(v)
    while pile:
        what, node = pile.pop()
        if what == LEAVE:
            topo.append(node)
            continue
        pile.append((LEAVE, node))
        for source in node._prev:
            if source not in visited:
                visited.add(source)
                pile.append((ENTER, source))


def everything_below(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def zero_grad(root):
    for node in everything_below(root):
        node.grad = 0.0


def nothing():
    return None


def give(target, slope, out):
    target.grad += slope * out.grad


def give_two(left, slope_left, right, slope_right, out):
    give(left, slope_left, out)
    give(right, slope_right, out)


def unary(source, data, slope):
    out = Value(data, (source,))
    out._backward = partial(give, source, slope, out)
    return out


def binary(left, right, data, slope_left, slope_right):
    out = Value(data, (left, right))
    out._backward = partial(give_two, left, slope_left, right, slope_right, out)
    return out


def node_of(thing):
    if isinstance(thing, Value):
        return thing
    return Value(thing)


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = nothing

    def __add__(self, other):
        other = node_of(other)
        return binary(self, other, self.data + other.data, 1.0, 1.0)

    def __radd__(self, other):
        return node_of(other) + self

    def __sub__(self, other):
        other = node_of(other)
        return binary(self, other, self.data - other.data, 1.0, -1.0)

    def __rsub__(self, other):
        return node_of(other) - self

    def __mul__(self, other):
        other = node_of(other)
        return binary(self, other, self.data * other.data, other.data, self.data)

    def __rmul__(self, other):
        return node_of(other) * self

    def __truediv__(self, other):
        other = node_of(other)
        quotient = self.data / other.data
        return binary(self, other, quotient, 1.0 / other.data, -quotient / other.data)

    def __rtruediv__(self, other):
        return node_of(other) / self

    def __neg__(self):
        return unary(self, -self.data, -1.0)

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return unary(self, self.data**n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return unary(self, t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return unary(self, e, e)

    def relu(self):
        if self.data > 0:
            return unary(self, self.data, 1.0)
        return unary(self, 0.0, 0.0)

    def backward(self):
        nodes = everything_below(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while nodes:
            nodes.pop()._backward()
