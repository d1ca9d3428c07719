"""The numbers live in parallel arrays; a Value is only a handle with an index."""
import math
from array import array

DATA, GRAD = array("d"), array("d")
INPUTS, SLOPES, NODES = [], [], []


class Value:
    __slots__ = ("i",)

    def __init__(self, data, inputs=(), slopes=()):
        self.i = len(DATA)
        DATA.append(data)
        GRAD.append(0.0)
        INPUTS.append(inputs)
        SLOPES.append(slopes)
        NODES.append(self)

    data = property(lambda self: DATA[self.i], lambda self, x: DATA.__setitem__(self.i, x))
    grad = property(lambda self: GRAD[self.i], lambda self, x: GRAD.__setitem__(self.i, x))
    _prev = property(lambda self: tuple(NODES[i] for i in INPUTS[self.i]))

    @property
    def _backward(self):
        return lambda: play(self.i)

    def __add__(self, o):
        o = index(o)
        return Value(self.data + DATA[o], (self.i, o), (1.0, 1.0))

    def __sub__(self, o):
        o = index(o)
        return Value(self.data - DATA[o], (self.i, o), (1.0, -1.0))

    def __mul__(self, o):
        o = index(o)
        return Value(self.data * DATA[o], (self.i, o), (DATA[o], self.data))

    def __truediv__(self, o):
        o = index(o)
        q = self.data / DATA[o]
        return Value(q, (self.i, o), (1.0 / DATA[o], -q / DATA[o]))

    def __radd__(self, o): return Value(o) + self
    def __rsub__(self, o): return Value(o) - self
    def __rmul__(self, o): return Value(o) * self
    def __rtruediv__(self, o): return Value(o) / self
    def __neg__(self): return Value(-self.data, (self.i,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data ** n, (self.i,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self.i,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self.i,), (e,))

    def relu(self):
        return Value(max(0.0, self.data), (self.i,), (float(self.data > 0),))

    def backward(self):
        below = reach(self.i)
        for i in below:
            if INPUTS[i]:
                GRAD[i] = 0.0
        GRAD[self.i] += 1.0
        for i in reversed(below):
            play(i)


def index(x):
    return x.i if isinstance(x, Value) else Value(x).i


def play(i):
    for p, s in zip(INPUTS[i], SLOPES[i]):
        GRAD[p] += s * GRAD[i]


def reach(i):
    seen, todo = {i}, [i]
    while todo:
        for p in INPUTS[todo.pop()]:
            if p not in seen:
                seen.add(p)
                todo.append(p)
    return sorted(seen)


def build_topo(v, visited, topo):
    topo += [NODES[i] for i in reach(v.i)]


def zero_grad(root):
    for i in reach(root.i):
        GRAD[i] = 0.0
