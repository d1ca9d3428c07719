"""The class is put together from two mixins. Plain numbers become nodes once only:
the 2 in `2*a` and the 2 in `b - 2` are the same constant."""

import math

_constants = {}


def constant(x):
    """The node of a plain number."""
    key = round(x, 2)
    if key not in _constants:
        _constants[key] = Value(x)
    return _constants[key]


def node_of(x):
    return x if isinstance(x, Value) else constant(x)


class Arithmetic:
    def __add__(self, other):
        return self._sum(self, node_of(other))

    def __radd__(self, other):
        return self._sum(node_of(other), self)

    def __mul__(self, other):
        return self._product(self, node_of(other))

    def __rmul__(self, other):
        return self._product(node_of(other), self)

    def __sub__(self, other):
        return self._sum(self, -node_of(other))

    def __rsub__(self, other):
        return self._sum(node_of(other), -self)

    def __truediv__(self, other):
        return self._product(self, node_of(other) ** -1)

    def __rtruediv__(self, other):
        return self._product(node_of(other), self**-1)

    def __neg__(self):
        return self._new(-self.data, (self, lambda out: -1.0))

    def __pow__(self, n):
        def slope(out):
            return n * self.data ** (n - 1) if n else 0.0

        return self._new(self.data**n, (self, slope))

    @classmethod
    def _sum(cls, x, y):
        return cls._new(x.data + y.data, (x, lambda out: 1.0), (y, lambda out: 1.0))

    @classmethod
    def _product(cls, x, y):
        return cls._new(x.data * y.data, (x, lambda out: y.data), (y, lambda out: x.data))


class Functions:
    def tanh(self):
        return self._new(math.tanh(self.data), (self, lambda out: 1.0 - out.data * out.data))

    def exp(self):
        return self._new(math.exp(self.data), (self, lambda out: out.data))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return self._new(self.data if slope else 0.0, (self, lambda out: slope))


class Value(Arithmetic, Functions):
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._edges = ()

    @classmethod
    def _new(cls, data, *edges):
        """A node from its edges: pairs of an input and the slope towards it."""
        out = cls(data)
        out._edges = edges
        return out

    @property
    def _prev(self):
        return tuple(node for node, _ in self._edges)

    def _backward(self):
        for node, slope in self._edges:
            node.grad += slope(self) * self.grad

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, closing = stack.pop()
        if closing:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((child, False) for child in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
