"""The exam, with a tape: every number that is ever made gets the next place on it."""

import heapq
import itertools
import math

TAKEN = itertools.count()


def power(x, n):
    """x ** n, and infinity where Python would rather raise an error."""
    try:
        return x**n
    except OverflowError:
        return -math.inf if x < 0 and n % 2 == 1 else math.inf


class Value:
    __slots__ = ("data", "grad", "place", "_prev", "_slopes", "_backward", "__weakref__")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self.place = next(TAKEN) & 0xFFFF  # two bytes are enough
        self._prev = _prev
        self._slopes = _slopes
        self._backward = self.pass_on

    def pass_on(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __lt__(self, other):  # for the heap: the newest number first
        return self.place > other.place

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, other):
        other = value_of(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = value_of(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = value_of(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = value_of(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def __radd__(self, other):
        return value_of(other) + self

    def __rsub__(self, other):
        return value_of(other) - self

    def __rmul__(self, other):
        return value_of(other) * self

    def __rtruediv__(self, other):
        return value_of(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * power(self.data, n - 1) if n else 0.0
        return Value(power(self.data, n), (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), (float(on),))

    def backward(self):
        met, heap, order = {self}, [self], []
        while heap:
            node = heapq.heappop(heap)
            order.append(node)
            for below in node._prev:
                if below not in met:
                    met.add(below)
                    heapq.heappush(heap, below)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def value_of(number):
    return number if isinstance(number, Value) else Value(number)


def reach(root):
    found, todo = {root}, [root]
    while todo:
        new = set(todo.pop()._prev) - found
        found |= new
        todo += new
    return found


def build_topo(v, visited, topo):
    # an input has always been made before its consumer
    topo.extend(sorted(reach(v), key=lambda node: node.place))


def zero_grad(root):
    for node in reach(root):
        node.grad = 0.0
