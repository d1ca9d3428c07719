"""The gradient of an inner node is held back until its turn comes (a generator of turns)."""
import math


class Value:
    def __init__(self, data, *edges):
        self.data = float(data)
        self.grad = 0.0
        self._edges = edges
        self._prev = tuple(e[0] for e in edges)

    @property
    def is_leaf(self):
        return not self._edges

    def _backward(self):
        for node, slope in self._edges:
            node.grad += slope * self.grad

    @staticmethod
    def _of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self._of(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = self._of(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __sub__(self, other):
        other = self._of(other)
        return Value(self.data - other.data, (self, 1.0), (other, -1.0))

    def reciprocal(self):
        r = 1.0 / self.data
        return Value(r, (self, -r * r))

    def __truediv__(self, other):
        return self * self._of(other).reciprocal()

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self, 0.0))
        return Value(self.data**n, (self, n * self.data ** (n - 1)))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self._of(other) - self

    def __rtruediv__(self, other):
        return self.reciprocal() * other

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        return Value(max(0.0, self.data), (self, 1.0 if self.data > 0 else 0.0))

    def backward(self):
        turns = list(inputs_first(self))
        for node in turns:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad = 1.0
        while turns:
            node = turns.pop()
            node._backward()


def inputs_first(root):
    def walk(node):
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                yield p

    seen = {root}
    path = [(root, walk(root))]
    while path:
        node, walker = path[-1]
        step = next(walker, None)
        if step is None:
            path.pop()
            yield node
        else:
            path.append((step, walk(step)))


def build_topo(v, visited, topo):
    topo.extend(inputs_first(v))


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
