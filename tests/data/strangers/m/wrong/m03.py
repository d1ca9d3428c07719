"""A numbered tape: nodes are sorted by the number they got when they were made."""
import math
from itertools import count

_ticket = count()


class Value:
    def __init__(self, data, _prev=(), slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self.number = next(_ticket)
        self._prev = _prev
        self.slopes = slopes

    def _backward(self):
        for p, s in zip(self._prev, self.slopes):
            p.grad += s * self.grad

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __truediv__(self, other):
        other = lift(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), (1.0 if on else 0.0,))

    def backward(self):
        tape = reachable(self)
        for node in tape:
            if not node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(tape):
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    found = {root}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found.add(p)
                todo.append(p)
    return sorted(found, key=lambda node: node.number)


def build_topo(v, visited, topo):
    topo.extend(reachable(v))


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
