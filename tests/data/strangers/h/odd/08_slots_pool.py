"""Numbers and gradients live in two big arrays; a Value is a place in them, which goes back
to a pool when the Value dies. The order comes from a depth-first search with three colours."""

import math
from array import array

DATA = array("d")
GRAD = array("d")
POOL = []

WHITE, GREY, BLACK = 0, 1, 2


class Value:
    __slots__ = ("_place", "_prev", "_slopes")

    def __init__(self, data, _prev=(), _slopes=()):
        if POOL:
            self._place = POOL.pop()
            DATA[self._place] = data
            GRAD[self._place] = 0.0
        else:
            self._place = len(DATA)
            DATA.append(data)
            GRAD.append(0.0)
        self._prev = _prev
        self._slopes = _slopes

    def __del__(self):
        place = getattr(self, "_place", None)
        if place is not None and POOL is not None:
            POOL.append(place)

    @property
    def data(self):
        return DATA[self._place]

    @data.setter
    def data(self, number):
        DATA[self._place] = number

    @property
    def grad(self):
        return GRAD[self._place]

    @grad.setter
    def grad(self, number):
        GRAD[self._place] = number

    def _backward(self):
        g = GRAD[self._place]
        for p, slope in zip(self._prev, self._slopes):
            GRAD[p._place] += slope * g

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value(self.data + other, (self,), (1.0,))
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, (self,), (other,))
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __sub__(self, other):
        if not isinstance(other, Value):
            return Value(self.data - other, (self,), (1.0,))
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value(self.data / other, (self,), (1.0 / other,))
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return Value(other - self.data, (self,), (-1.0,))

    def __rtruediv__(self, other):
        q = other / self.data
        return Value(q, (self,), (-q / self.data,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        x = self.data
        return Value(x, (self,), (1.0,)) if x > 0 else Value(0.0, (self,), (0.0,))

    def backward(self):
        order = coloured(self)
        for node in order:
            if node._prev:
                GRAD[node._place] = 0.0
        GRAD[self._place] += 1.0
        for node in reversed(order):
            node._backward()


def coloured(root):
    colour = {}
    order = []
    stack = [root]
    while stack:
        node = stack[-1]
        state = colour.get(node._place, WHITE)
        if state == WHITE:
            colour[node._place] = GREY
            for p in node._prev:
                if colour.get(p._place, WHITE) == WHITE:
                    stack.append(p)
        elif state == GREY:
            colour[node._place] = BLACK
            order.append(node)
            stack.pop()
        else:
            stack.pop()
    return order


def build_topo(v, visited, topo):
    for node in coloured(v):
        visited.add(node._place)
        topo.append(node)


def zero_grad(root):
    for node in coloured(root):
        GRAD[node._place] = 0.0
