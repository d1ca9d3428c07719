import itertools
import math


NUMBERS = {}


def wrap(x):
    """One node for each number that is used."""
    if isinstance(x, Value):
        return x
    return NUMBERS.get(x) or Value(x)


def reachable(root):
    """All nodes below root, root included, in no particular order."""
    seen = {root}
    waiting = [root]
    while waiting:
        for child in waiting.pop()._prev:
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return seen


class Value:
    """Every node has a number of its own: an input's is smaller than its consumer's."""

    _counter = itertools.count()

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._number = next(Value._counter)
        self._backward = None
        if not _prev:
            NUMBERS.setdefault(data, self)

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, [self, other])

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __radd__(self, other):
        return wrap(other) + self

    def __neg__(self):
        out = Value(-self.data, [self])

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        return self + -wrap(other)

    def __rsub__(self, other):
        return wrap(other) - self

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, [self, other])

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        other = wrap(other)
        out = Value(self.data / other.data, [self, other])

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = rule
        return out

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __pow__(self, n):
        out = Value(self.data**n, [self])

        def rule():
            self.grad += out.grad * (n * self.data ** (n - 1) if n != 0 else 0.0)

        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), [self])

        def rule():
            self.grad += out.grad * (1 - out.data * out.data)

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), [self])

        def rule():
            self.grad += out.grad * out.data

        out._backward = rule
        return out

    def relu(self):
        out = Value(self.data * (self.data > 0), [self])

        def rule():
            self.grad += out.grad * (self.data > 0)

        out._backward = rule
        return out

    def backward(self):
        inner = [node for node in reachable(self) if node._prev]
        inner.sort(key=lambda node: node._number, reverse=True)
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in inner:
            node._backward()


def build_topo(v, visited, topo):
    topo.extend(sorted(reachable(v), key=lambda node: node._number))
    visited.update(topo)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
