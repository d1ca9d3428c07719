"""Tape engine: every operation writes its node down, backward() plays the tape backwards."""
import math


class Tape:
    def __init__(self):
        self.records = []

    def record(self, node):
        node._at = len(self.records)
        self.records.append(node)
        return node

    def behind(self, root):
        """The recorded nodes that lead to `root`, newest first."""
        found = []
        needed = {root}
        still_open = 1
        at = root._at
        while still_open:
            node = self.records[at]
            at -= 1
            if node not in needed:
                continue
            found.append(node)
            still_open -= 1
            for p in node._prev:
                if p._at is not None and p not in needed:
                    needed.add(p)
                    still_open += 1
        return found

    def rewind(self, at):
        """Throw away what was recorded from `at` on."""
        del self.records[at:]


TAPE = Tape()


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._at = None
        if _prev:
            TAPE.record(self)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def backward(self):
        if self._at is None:
            self.grad += 1.0
            return
        nodes = TAPE.behind(self)
        for node in nodes:
            node.grad = 0.0
        self.grad = 1.0
        for node in nodes:
            node._backward()
        TAPE.rewind(self._at)

    # operators

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = wrap(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = wrap(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), (slope,))

    # functions

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), (1.0 if on else 0.0,))


def wrap(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    # inputs first: a depth-first walk with a pile of its own
    pile = [(v, False)]
    while pile:
        node, leave = pile.pop()
        if leave:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            pile.append((node, True))
            pile.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
