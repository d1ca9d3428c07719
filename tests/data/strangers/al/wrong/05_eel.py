"""All results go on one tape, in the order in which they are made."""

import math
import weakref

TAPE = weakref.WeakValueDictionary()


class Value:
    made = 0

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._slopes = tuple(_slopes)
        self._at = Value.made
        Value.made += 1
        TAPE[self._at] = self

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def _backward(self):
        for i in range(len(self._prev)):
            self._prev[i].grad += self._slopes[i] * self.grad

    def backward(self):
        mine = below(self)
        for node in mine:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        first = min(node._at for node in mine)
        for at in range(self._at, first - 1, -1):
            node = TAPE.get(at)
            if node is not None:
                node._backward()

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, [self, other], [1, 1])

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, [self, other], [1, -1])

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def __truediv__(self, other):
        other = Value.of(other)
        return Value(
            self.data / other.data,
            [self, other],
            [1 / other.data, -self.data / other.data**2],
        )

    def __radd__(self, other):
        return Value.of(other).__add__(self)

    def __rsub__(self, other):
        return Value.of(other).__sub__(self)

    def __rmul__(self, other):
        return Value.of(other).__mul__(self)

    def __rtruediv__(self, other):
        return Value.of(other).__truediv__(self)

    def __neg__(self):
        return Value(-self.data, [self], [-1])

    def __pow__(self, n):
        return Value(self.data**n, [self], [n * self.data ** (n - 1) if n != 0 else 0])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], [1 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], [e])

    def relu(self):
        return Value(max(self.data, 0), [self], [1 if self.data > 0 else 0])


def below(root):
    found = {root}
    todo = [root]
    while todo:
        for node in todo.pop()._prev:
            if node not in found:
                found.add(node)
                todo.append(node)
    return found


def build_topo(v, visited, topo):
    visited |= below(v)
    topo += sorted(visited, key=lambda node: node._at)


def zero_grad(root):
    for node in below(root):
        node.grad = 0.0
