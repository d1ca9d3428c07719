"""A tape: every result is written down as it is made, and read backwards."""
import math
from collections import namedtuple
from itertools import count
import weakref

Entry = namedtuple("Entry", "inputs slopes")


class Tape(weakref.WeakValueDictionary):
    """place -> node, in the order of birth, as long as somebody holds the node."""

    def write(self, out, inputs, slopes):
        out.place = next(places)
        out._backward = Entry(inputs, slopes)
        self[out.place] = out
        return out

    def below(self, root):
        return [node for node in self.values() if node.place <= root.place]


places = count(1)
tape = Tape()


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = None
        self.place = 0

    def backward(self):
        if not self._backward:
            self.grad += 1.0
            return
        mine = reach(self)
        for node in tape.below(self):
            if node in mine:
                node.grad = 0.0
        self.grad = 1.0
        for node in reversed(tape.below(self)):
            if node._backward is not None:
                for x, slope in zip(node._backward.inputs, node._backward.slopes):
                    x.grad += slope * node.grad

    def __add__(self, other):
        other = on_tape(other)
        return tape.write(Value(self.data + other.data, (self, other)), (self, other), (1, 1))

    def __sub__(self, other):
        other = on_tape(other)
        return tape.write(Value(self.data - other.data, (self, other)), (self, other), (1, -1))

    def __mul__(self, other):
        other = on_tape(other)
        x, y = self.data, other.data
        return tape.write(Value(x * y, (self, other)), (self, other), (y, x))

    def __truediv__(self, other):
        other = on_tape(other)
        x, y = self.data, other.data
        return tape.write(Value(x / y, (self, other)), (self, other), (1 / y, -x / y / y))

    def __radd__(self, other):
        return on_tape(other) + self

    def __rsub__(self, other):
        return on_tape(other) - self

    def __rmul__(self, other):
        return on_tape(other) * self

    def __rtruediv__(self, other):
        return on_tape(other) / self

    def one(self, y, slope):
        return tape.write(Value(y, (self,)), (self,), (slope,))

    def __neg__(self):
        return self.one(-self.data, -1)

    def __pow__(self, n):
        return self.one(self.data ** n, n and n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return self.one(t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self.one(e, e)

    def relu(self):
        return self.one(max(0, self.data), self.data > 0)


def on_tape(x):
    return x if isinstance(x, Value) else Value(x)


def reach(root):
    found, todo = {root}, [root]
    while todo:
        new = set(todo.pop()._prev) - found
        found |= new
        todo += new
    return found


def build_topo(v, visited, topo):
    topo += sorted(reach(v), key=lambda node: node.place)


def zero_grad(root):
    for node in reach(root):
        node.grad = 0.0
