"""Engine with consumer counts (exercise 12), counts kept in a compact array."""

import math
from array import array


class Value:
    def __init__(self, data, inputs=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = rule if rule else lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _new(self, data, *pairs):
        """A result from (input, slope) pairs."""
        out = Value(data, tuple(node for node, _ in pairs))

        def rule():
            for node, slope in pairs:
                node.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        o = wrap(other)
        return self._new(self.data + o.data, (self, 1.0), (o, 1.0))

    def __sub__(self, other):
        o = wrap(other)
        return self._new(self.data - o.data, (self, 1.0), (o, -1.0))

    def __mul__(self, other):
        o = wrap(other)
        return self._new(self.data * o.data, (self, o.data), (o, self.data))

    def __truediv__(self, other):
        o = wrap(other)
        return self * o**-1

    def __pow__(self, n):
        x = self.data
        return self._new(x**n, (self, n * x ** (n - 1) if n else 0.0))

    def __neg__(self):
        return self * -1.0

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._new(t, (self, 1.0 - t**2))

    def exp(self):
        e = math.exp(self.data)
        return self._new(e, (self, e))

    def relu(self):
        if self.data > 0:
            return self._new(self.data, (self, 1.0))
        return self._new(0.0, (self, 0.0))

    def backward(self):
        order = list(consumers_first(self))
        for node in order:
            node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(float(x))


def consumers_first(root):
    """Yield the inner nodes under root, each after all of its consumers."""
    place = {}
    todo = [root] if root._prev else []
    while todo:
        node = todo.pop()
        if node not in place:
            place[node] = len(place)
            todo.extend(n for n in node._prev if n._prev)

    waits = array("B", bytes(len(place)))
    for node in place:
        for n in node._prev:
            if n._prev:
                waits[place[n]] += 1

    ready = [root] if root._prev else []
    while ready:
        node = ready.pop()
        yield node
        for n in node._prev:
            if n._prev:
                waits[place[n]] -= 1
                if not waits[place[n]]:
                    ready.append(n)


def build_topo(v, visited, topo):
    inner = list(consumers_first(v))
    for node in inner or [v]:
        for n in (node, *node._prev):
            if not n._prev and n not in visited:
                visited.add(n)
                topo.append(n)
    topo.extend(reversed(inner))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
