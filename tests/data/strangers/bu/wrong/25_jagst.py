import itertools
import math
import weakref

# The tape. All nodes that still exist, in the order in which they were made:
# backwards along it, consumers always come before their inputs.
TAPE = weakref.WeakValueDictionary()
_number = itertools.count()


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self.place = next(_number)
        TAPE[self.place] = self

    def _backward(self):
        for v, slope in zip(self._prev, self._slopes):
            v.grad += self.grad * slope

    def __add__(self, other):
        other = _v(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = _v(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = _v(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = _v(other)
        d = other.data
        return Value(self.data / d, (self, other), (1 / d, -self.data / d / d))

    __radd__ = lambda self, other: _v(other) + self
    __rsub__ = lambda self, other: _v(other) - self
    __rmul__ = lambda self, other: _v(other) * self
    __rtruediv__ = lambda self, other: _v(other) / self
    __neg__ = lambda self: self * -1

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), (0.0,))
        return Value(self.data ** n, (self,), (n * self.data ** (n - 1),))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), (1 - y * y,))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), (y,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        mine = below(self)
        for node in mine:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(list(TAPE.values())):
            node._backward()


def _v(x):
    return x if isinstance(x, Value) else Value(x)


def below(root):
    """root and everything that it is made of"""
    found = {root}
    edge = [root]
    while edge:
        edge = [p for node in edge for p in node._prev]
        edge = list(set(edge) - found)
        found.update(edge)
    return found


def build_topo(v, visited, topo):
    visited |= below(v)
    topo += sorted(visited, key=lambda node: node.place)


def zero_grad(root):
    for node in below(root):
        node.grad = 0.0
