"""A tape: the graph is written out as a flat list of entries, then played back."""
import math
from collections import namedtuple

Entry = namedtuple("Entry", "out inputs rule")


class Value:
    def __init__(self, data):
        self.data, self.grad = float(data), 0.0
        self._prev, self._backward = (), None

    def __add__(a, b): return record(a, b, lambda x, y: x + y, lambda x, y, o: (1.0, 1.0))
    def __sub__(a, b): return record(a, b, lambda x, y: x - y, lambda x, y, o: (1.0, -1.0))
    def __mul__(a, b): return record(a, b, lambda x, y: x * y, lambda x, y, o: (y, x))
    def __truediv__(a, b):
        return record(a, b, lambda x, y: x / y, lambda x, y, o: (1 / y, -x / (y * y)))
    def __radd__(a, b): return number(b) + a
    def __rsub__(a, b): return number(b) - a
    def __rmul__(a, b): return number(b) * a
    def __rtruediv__(a, b): return number(b) / a

    def __neg__(a):
        return record1(a, lambda x: -x, lambda x, o: (-1.0,))

    def __pow__(a, n):
        slope = (lambda x, o: (n * x ** (n - 1),)) if n != 0 else (lambda x, o: (0.0,))
        return record1(a, lambda x: x ** n, slope)

    def tanh(a): return record1(a, math.tanh, lambda x, o: (1 - o * o,))
    def exp(a): return record1(a, math.exp, lambda x, o: (o,))
    def relu(a): return record1(a, lambda x: max(x, 0.0), lambda x, o: (float(x > 0),))

    def backward(self):
        tape = write_tape(self)
        if tape:
            tape[-1].out.grad = 0.0
        self.grad += 1.0
        for entry in reversed(tape):
            entry.rule()


def number(x):
    return x if isinstance(x, Value) else Value(x)


def attach(inputs, data, slopes):
    out = Value(data)
    out._prev = inputs

    def play():
        xs = [p.data for p in inputs]
        for p, s in zip(inputs, slopes(*xs, out.data)):
            p.grad += s * out.grad
    out._backward = play
    return out


def record(a, b, forward, slopes):
    b = number(b)
    return attach((a, b), forward(a.data, b.data), slopes)


def record1(a, forward, slopes):
    return attach((a,), forward(a.data), slopes)


def write_tape(root):
    topo = []
    build_topo(root, set(), topo)
    return [Entry(v, v._prev, v._backward) for v in topo if v._prev]


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            todo += missing
        else:
            visited.add(node)
            topo.append(node)
            todo.pop()


def zero_grad(root):
    everything = []
    build_topo(root, set(), everything)
    for v in everything:
        v.grad = 0.0
