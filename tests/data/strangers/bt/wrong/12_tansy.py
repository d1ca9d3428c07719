"""Engine as a dataclass. What is slow to compute is computed once per node."""

import math
from dataclasses import dataclass, field
from typing import Callable


def nothing():
    pass


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: tuple = ()
    _backward: Callable = nothing
    grad: float = field(default=0.0, init=False)
    _known: dict = field(default_factory=dict, init=False)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _once(self, function):
        """function(self.data), kept for the next time (a layer asks many times)."""
        if function not in self._known:
            self._known[function] = function(self.data)
        return self._known[function]

    def _unary(self, data, slope):
        out = Value(data, (self,))

        def pull():
            self.grad += out.grad * slope

        out._backward = pull
        return out

    def _binary(self, other, data, slope, other_slope):
        out = Value(data, (self, other))

        def pull():
            self.grad += out.grad * slope
            other.grad += out.grad * other_slope

        out._backward = pull
        return out

    def __add__(self, other):
        other = wrap(other)
        return self._binary(other, self.data + other.data, 1.0, 1.0)

    def __sub__(self, other):
        other = wrap(other)
        return self._binary(other, self.data - other.data, 1.0, -1.0)

    def __mul__(self, other):
        other = wrap(other)
        return self._binary(other, self.data * other.data, other.data, self.data)

    def __truediv__(self, other):
        other = wrap(other)
        inverse = other._once(reciprocal)
        data = self.data * inverse
        return self._binary(other, data, inverse, -data * inverse)

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __neg__(self):
        return self._unary(-self.data, -1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._unary(self.data**n, slope)

    def tanh(self):
        t = self._once(math.tanh)
        return self._unary(t, 1.0 - t**2)

    def exp(self):
        e = self._once(math.exp)
        return self._unary(e, e)

    def relu(self):
        return self._unary(max(0.0, self.data), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def reciprocal(x):
    return 1.0 / x


def wrap(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, iter(v._prev))]
    while trail:
        node, inputs = trail[-1]
        step = next((p for p in inputs if p not in visited), None)
        if step is None:
            topo.append(node)
            trail.pop()
        else:
            visited.add(step)
            trail.append((step, iter(step._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
