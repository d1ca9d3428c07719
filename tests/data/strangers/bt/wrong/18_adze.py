"""Exercise 13 with a tape: every operation is written down once, in the order it happened.

backward() reads the tape from the root's place down to the oldest place that the root
can depend on. The gradients of one call live in a dictionary of that call.
"""
import math

TAPE = []


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self.place = None    # where on the tape (a leaf is not on it)
        self.first = None    # the oldest place below this node

    def _backward(self, g, grads):
        for p, slope in zip(self._prev, self._slopes):
            grads[p] = grads.get(p, 0.0) + slope * g

    # ---- arithmetic ----

    def __add__(self, other):
        other = lift(other)
        return write(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = lift(other)
        return write(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = lift(other)
        return write(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = lift(other)
        a, b = self.data, other.data
        return write(a / b, (self, other), (1.0 / b, -a / (b * b)))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return write(self.data ** n, (self,), (slope,))

    def __neg__(self):
        return write(-self.data, (self,), (-1.0,))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    # ---- functions ----

    def tanh(self):
        t = math.tanh(self.data)
        return write(t, (self,), (1.0 - t ** 2,))

    def exp(self):
        e = math.exp(self.data)
        return write(e, (self,), (e,))

    def relu(self):
        on = self.data > 0
        return write(self.data if on else 0.0, (self,), (1.0 if on else 0.0,))

    # ---- reverse mode ----

    def backward(self):
        if self.place is None:
            self.grad += 1.0
            return
        grads = {self: 1.0}
        for entry in window(self):
            if entry in grads:
                g = grads.pop(entry)
                entry.grad = g
                entry._backward(g, grads)
        for leaf, g in grads.items():
            leaf.grad += g


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def write(data, inputs, slopes):
    """A new node, and its line on the tape."""
    node = Value(data, inputs, slopes)
    node.place = len(TAPE)
    node.first = next((p.first for p in inputs if p.first is not None), node.place)
    TAPE.append(node)
    return node


def window(root):
    """The part of the tape that matters to root, newest first."""
    for place in range(root.place, root.first - 1, -1):
        yield TAPE[place]


def build_topo(v, visited, topo):
    visited.add(v)
    if v.place is None:
        topo.append(v)
        return
    inner, leaves = [], []
    for entry in window(v):
        if entry in visited:
            inner.append(entry)
            for p in entry._prev:
                if p not in visited:
                    visited.add(p)
                    if p.place is None:
                        leaves.append(p)
    topo.extend(leaves)
    topo.extend(reversed(inner))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
