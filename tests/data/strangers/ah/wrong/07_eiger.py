"""Scalar autograd. Sums of many terms are one node with many inputs."""

import math


class Value:
    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = slopes
        self._taken = False
        for node in _prev:
            node._taken = True

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __iadd__(self, other):
        other = wrap(other)
        return RunningSum(self.data + other.data, [self, other], [1.0, 1.0])

    def __radd__(self, other):
        return self + other

    def __mul__(self, other):
        other = wrap(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __rsub__(self, other):
        return wrap(other) - self

    def __truediv__(self, other):
        other = wrap(other)
        quotient = self.data / other.data
        return Value(quotient, (self, other), (1.0 / other.data, -quotient / other.data))

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), (0.0,))
        return Value(to_the(self.data, n), (self,), (n * to_the(self.data, n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t**2,))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), (y,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (float(self.data > 0.0),))

    def backward(self):
        self._taken = True
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


class RunningSum(Value):
    """What `x += y` makes. `x += y; x += z` in a long loop needs one node only."""

    def __iadd__(self, other):
        other = wrap(other)
        if self._taken:
            return super().__iadd__(other)
        self.data += other.data
        self._prev.append(other)
        self._slopes.append(1.0)
        other._taken = True
        return self


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def to_the(x, n):
    try:
        return x**n
    except OverflowError:
        return -math.inf if x < 0 and n % 2 == 1 else math.inf


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    visited.add(v)
    trail = [(v, list(v._prev))]
    while trail:
        node, left = trail[-1]
        if not left:
            topo.append(node)
            trail.pop()
            continue
        child = left.pop()
        if child not in visited:
            visited.add(child)
            trail.append((child, list(child._prev)))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
