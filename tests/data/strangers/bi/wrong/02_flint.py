"""An engine in which every node carries a list of (input, slope) pairs."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_links", "_backward")

    def __init__(self, data, _links=()):
        self.data = float(data)
        self.grad = 0.0
        self._links = _links
        self._prev = tuple(source for source, _ in _links)
        self._backward = self._push

    def __repr__(self):
        return f"<{self.data:g} grad {self.grad:g}>"

    def _push(self):
        for source, slope in self._links:
            source.grad += slope * self.grad

    @staticmethod
    def _of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self._of(other)
        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))

    __radd__ = __add__

    def __sub__(self, other):
        other = self._of(other)
        difference = self.data - other.data
        plus, minus = (1.0, -1.0) if difference else (0.0, 0.0)
        return Value(difference, ((self, plus), (other, minus)))

    def __rsub__(self, other):
        return self._of(other) - self

    def __mul__(self, other):
        other = self._of(other)
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = self._of(other)
        ratio = self.data / other.data
        return Value(ratio, ((self, 1.0 / other.data), (other, -ratio / other.data)))

    def __rtruediv__(self, other):
        return self._of(other) / self

    def __neg__(self):
        return Value(-self.data, ((self, -1.0),))

    def __pow__(self, n):
        power = self.data**n
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(power, ((self, slope),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, 1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, ((self, e),))

    def relu(self):
        alive = self.data > 0.0
        return Value(self.data if alive else 0.0, ((self, 1.0 if alive else 0.0),))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._links:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, iter(v._prev))]
    while trail:
        node, rest = trail[-1]
        for source in rest:
            if source not in visited:
                visited.add(source)
                trail.append((source, iter(source._prev)))
                break
        else:
            trail.pop()
            topo.append(node)
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
