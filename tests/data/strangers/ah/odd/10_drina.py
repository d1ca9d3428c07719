"""Nothing is done before somebody looks. backward() only notes that it was called; the notes are
worked off, in their order, as soon as a gradient is read or set."""

import math
from collections import deque


class Desk:
    def __init__(self):
        self.notes = deque()

    def note(self, root):
        self.notes.append(root)

    def work(self):
        while self.notes:
            self.run(self.notes.popleft())

    def run(self, root):
        order = inputs_first(root)
        for node in order:
            if node._prev:
                node.held = 0.0
        root.held += 1.0
        for node in reversed(order):
            node._backward()


desk = Desk()


class Value:
    __slots__ = ("data", "held", "_prev", "slopes")

    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.held = 0.0
        self._prev = _prev
        self.slopes = slopes

    @property
    def grad(self):
        if desk.notes:
            desk.work()
        return self.held

    @grad.setter
    def grad(self, number):
        desk.work()
        self.held = number

    def backward(self):
        desk.note(self)

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes):
            node.held += slope * self.held

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        a, b = self, node_for(other)
        return Value(a.data + b.data, (a, b), (1.0, 1.0))

    def __radd__(self, other):
        a, b = node_for(other), self
        return Value(a.data + b.data, (a, b), (1.0, 1.0))

    def __sub__(self, other):
        a, b = self, node_for(other)
        return Value(a.data - b.data, (a, b), (1.0, -1.0))

    def __rsub__(self, other):
        a, b = node_for(other), self
        return Value(a.data - b.data, (a, b), (1.0, -1.0))

    def __mul__(self, other):
        a, b = self, node_for(other)
        return Value(a.data * b.data, (a, b), (b.data, a.data))

    def __rmul__(self, other):
        return node_for(other) * self

    def __truediv__(self, other):
        a, b = self, node_for(other)
        q = a.data / b.data
        return Value(q, (a, b), (1.0 / b.data, -q / b.data))

    def __rtruediv__(self, other):
        return node_for(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), (0.0,))
        return Value(power(self.data, n), (self,), (n * power(self.data, n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))


def node_for(x):
    return x if isinstance(x, Value) else Value(x)


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def inputs_first(root):
    order, known = [], {root}
    stack = [(root, iter(root._prev))]
    while stack:
        node, inputs = stack[-1]
        child = next((c for c in inputs if c not in known), None)
        if child is None:
            order.append(node)
            stack.pop()
        else:
            known.add(child)
            stack.append((child, iter(child._prev)))
    return order


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo.extend(inputs_first(v))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    desk.work()
    for node in inputs_first(root):
        node.held = 0.0
