"""Engine with ranks: leaves have rank 0, and sorting by rank gives the order."""

import math
from operator import attrgetter


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._pulls = ()
        self._rank = 0

    @staticmethod
    def _result(data, *pairs):
        """A node from (input, derivative) pairs."""
        inputs = tuple(node for node, _ in pairs)
        out = Value(data, inputs)
        out._pulls = tuple(slope for _, slope in pairs)
        out._rank = 1 + inputs[0]._rank
        return out

    def _backward(self):
        for node, slope in zip(self._prev, self._pulls):
            node.grad += self.grad * slope

    # arithmetic ------------------------------------------------------------

    def __add__(self, other):
        other = _node(other)
        return Value._result(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = _node(other)
        return Value._result(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = _node(other)
        return Value._result(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = _node(other)
        p, q = self.data, other.data
        return Value._result(p / q, (self, 1.0 / q), (other, -p / (q * q)))

    def __radd__(self, other):
        return _node(other).__add__(self)

    def __rsub__(self, other):
        return _node(other).__sub__(self)

    def __rmul__(self, other):
        return _node(other).__mul__(self)

    def __rtruediv__(self, other):
        return _node(other).__truediv__(self)

    def __neg__(self):
        return Value._result(-self.data, (self, -1.0))

    def __pow__(self, n):
        if n == 0:
            return Value._result(1.0, (self, 0.0))
        return Value._result(self.data**n, (self, n * self.data ** (n - 1)))

    # functions -------------------------------------------------------------

    def tanh(self):
        t = math.tanh(self.data)
        return Value._result(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value._result(e, (self, e))

    def relu(self):
        if self.data <= 0:
            return Value._result(0.0, (self, 0.0))
        return Value._result(self.data, (self, 1.0))

    def backward(self):
        order = sorted(_reach(self), key=attrgetter("_rank"), reverse=True)
        for node in order:
            if node._rank > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def _node(x):
    return x if isinstance(x, Value) else Value(x)


def _reach(root):
    """The nodes below root, in the order they are met."""
    found = {root: None}
    todo = [root]
    while todo:
        for node in todo.pop()._prev:
            if node not in found:
                found[node] = None
                todo.append(node)
    return list(found)


def build_topo(v, visited, topo):
    nodes = _reach(v)
    visited.update(nodes)
    topo.extend(sorted(nodes, key=attrgetter("_rank")))


def zero_grad(root):
    for node in _reach(root):
        node.grad = 0.0
