"""Gradients live in cells, lists of one number, which are added to in place."""

import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self._cell = [0.0]
        self._prev = _prev
        self._backward = None

    @property
    def grad(self):
        return self._cell[0] if self._cell else 0.0

    @grad.setter
    def grad(self, number):
        self._cell = [number]

    def _take(self, cell):
        if self._cell is None:
            # nothing here yet
            self._cell = cell
        else:
            self._cell[0] += cell[0]

    def _scaled(self, factor):
        return [factor * self._cell[0]]

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def pass_on():
            self._take(out._cell)
            other._take(out._cell)

        out._backward = pass_on
        return out

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data - other.data, (self, other))

        def pass_on():
            self._take(out._cell)
            other._take(out._scaled(-1.0))

        out._backward = pass_on
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def pass_on():
            self._take(out._scaled(other.data))
            other._take(out._scaled(self.data))

        out._backward = pass_on
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other))

        def pass_on():
            self._take(out._scaled(1.0 / other.data))
            other._take(out._scaled(-self.data / other.data**2))

        out._backward = pass_on
        return out

    def _unary(self, data, slope):
        out = Value(data, (self,))

        def pass_on():
            self._take(out._scaled(slope))

        out._backward = pass_on
        return out

    def __pow__(self, n):
        return self._unary(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def __neg__(self):
        return self._unary(-self.data, -1.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e)

    def relu(self):
        return self._unary(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node._cell = None
        self._take([1.0])
        for node in reversed(topo):
            if node._prev:
                node._backward()


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            topo.append(node)
            del stack[-1]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
