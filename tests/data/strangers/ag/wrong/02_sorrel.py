"""Engine with properties: what is stored is private, what is seen is checked."""
from math import exp, tanh


class Value:
    __slots__ = ("_number", "_slope", "_prev", "_weights")

    def __init__(self, data, parents=(), weights=()):
        self._number = float(data)
        self._slope = 0.0
        self._prev = tuple(parents)
        self._weights = tuple(weights)

    def _get_data(self):
        return self._number

    def _set_data(self, number):
        self._number = float(number)
        self._slope = 0.0

    data = property(_get_data, _set_data)

    @property
    def grad(self):
        return self._slope

    @grad.setter
    def grad(self, slope):
        self._slope = float(slope)

    def _backward(self):
        for parent, weight in zip(self._prev, self._weights):
            parent.grad += weight * self.grad

    # -- arithmetic ---------------------------------------------------------
    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __radd__(self, other):
        return as_value(other) + self

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __rsub__(self, other):
        return as_value(other) - self

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __rmul__(self, other):
        return as_value(other) * self

    def __truediv__(self, other):
        other = as_value(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data ** n, (self,), (slope,))

    def tanh(self):
        t = tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0.0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def as_value(thing):
    if isinstance(thing, Value):
        return thing
    return Value(thing)


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        for p in rest:
            if p not in visited:
                visited.add(p)
                path.append((p, iter(p._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
