"""Engine that pulls: a node asks its consumers for its gradient."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: ()

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __eq__(self, other):
        return isinstance(other, Value) and self.data == other.data

    __hash__ = object.__hash__

    def _pull(self, consumers):
        """The gradient that these consumers have for this node."""
        total = 0.0
        for consumer in consumers:
            for source, slope in zip(consumer._prev, consumer._backward()):
                if source == self:
                    total += slope * consumer._inflow
        return total

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        consumers = {node: [] for node in topo}
        for node in topo:
            for source in set(node._prev):
                consumers[source].append(node)
        for node in reversed(topo):
            node._inflow = 1.0 if node is self else node._pull(consumers[node])
            if node._prev:
                node.grad = node._inflow
            else:
                node.grad += node._inflow

    def __add__(self, other):
        return _make("+", (self, other), lambda x, y: x + y, lambda x, y, z: (1.0, 1.0))

    def __sub__(self, other):
        return _make("-", (self, other), lambda x, y: x - y, lambda x, y, z: (1.0, -1.0))

    def __mul__(self, other):
        return _make("*", (self, other), lambda x, y: x * y, lambda x, y, z: (y, x))

    def __truediv__(self, other):
        return _make("/", (self, other), lambda x, y: x / y, lambda x, y, z: (1 / y, -z / y))

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return _make("neg", (self,), lambda x: -x, lambda x, z: (-1.0,))

    def __pow__(self, n):
        def slope(x, z):
            return (n * x ** (n - 1) if n != 0 else 0.0,)

        return _make("**", (self,), lambda x: x**n, slope)

    def tanh(self):
        return _make("tanh", (self,), math.tanh, lambda x, z: (1.0 - z * z,))

    def exp(self):
        return _make("exp", (self,), math.exp, lambda x, z: (z,))

    def relu(self):
        return _make("relu", (self,), lambda x: max(x, 0.0), lambda x, z: (float(x > 0.0),))


def _make(op, inputs, f, slopes):
    inputs = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
    numbers = [i.data for i in inputs]
    out = Value(f(*numbers), inputs, op)
    result = out.data
    out._backward = lambda: slopes(*numbers, result)
    return out


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, sources = stack[-1]
        for source in sources:
            if source not in visited:
                visited.add(source)
                stack.append((source, iter(source._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
