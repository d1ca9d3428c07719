"""The engine, with a register of inner nodes."""

import math
import weakref

INNER = weakref.WeakSet()


class Value:
    def __init__(self, data, _prev=(), local=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._local = local
        if _prev:
            INNER.add(self)

    def __repr__(self):
        return f"Value(data={self.data})"

    def _backward(self):
        for i, node in enumerate(self._prev):
            node.grad += self._local[i] * self.grad

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, n):
        local = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), (local,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __sub__(self, other):
        return self + -lift(other)

    def __truediv__(self, other):
        return self * lift(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return lift(other) + -self

    def __rtruediv__(self, other):
        return lift(other) * self**-1

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data <= 0:
            return Value(0.0, (self,), (0.0,))
        return Value(self.data, (self,), (1.0,))

    def backward(self):
        for node in INNER:
            node.grad = 0.0
        self.grad += 1.0
        topo = []
        build_topo(self, set(), topo)
        while topo:
            topo.pop()._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Postorder without recursion: reverse a walk that visits a node before its inputs?

    No: that fails where a node is shared. So there are two kinds of notes on the pile.
    """
    ENTER, LEAVE = 0, 1
    pile = [(ENTER, v)]
    while pile:
        kind, node = pile.pop()
        if kind == LEAVE:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            pile.append((LEAVE, node))
            for child in node._prev:
                pile.append((ENTER, child))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
