"""A tape that holds its nodes weakly: serial number -> node, for as long as somebody
else keeps the node alive. Rules know their output only by its serial number."""

import itertools
import math
import weakref

TAPE = weakref.WeakValueDictionary()
COUNT = itertools.count()


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_serial", "__weakref__")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._serial = serial = next(COUNT)
        TAPE[serial] = self

        def play():
            g = TAPE[serial].grad
            for node, slope in zip(_prev, _slopes):
                node.grad += slope * g

        self._backward = play

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = lift(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return Value(self.data if on else 0.0, (self,), (on,))

    def backward(self):
        serials = reach(self)
        for s in serials:
            if TAPE[s]._prev:
                TAPE[s].grad = 0.0
        self.grad += 1.0
        for s in reversed(serials):
            TAPE[s]._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def reach(root):
    """Serial numbers of all that the root is made of, ascending."""
    found = {root._serial}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p._serial not in found:
                found.add(p._serial)
                todo.append(p)
    return sorted(found)


def build_topo(v, visited, topo):
    topo.extend(TAPE[s] for s in reach(v))


def zero_grad(root):
    for s in reach(root):
        TAPE[s].grad = 0.0
