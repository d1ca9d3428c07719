import math


class Value:
    """Keeps the slopes by input; the walk keeps the gradients by node."""

    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = dict(zip(self._prev, slopes)).items()

    @staticmethod
    def _pair(a, b):
        return [x if isinstance(x, Value) else Value(x) for x in (a, b)]

    @classmethod
    def _sum(cls, a, b):
        a, b = cls._pair(a, b)
        return cls(a.data + b.data, (a, b), (1.0, 1.0))

    @classmethod
    def _difference(cls, a, b):
        a, b = cls._pair(a, b)
        return cls(a.data - b.data, (a, b), (1.0, -1.0))

    @classmethod
    def _product(cls, a, b):
        a, b = cls._pair(a, b)
        return cls(a.data * b.data, (a, b), (b.data, a.data))

    @classmethod
    def _quotient(cls, a, b):
        a, b = cls._pair(a, b)
        return cls(a.data / b.data, (a, b), (1.0 / b.data, -a.data / b.data ** 2))

    def __add__(self, o): return self._sum(self, o)
    def __radd__(self, o): return self._sum(o, self)
    def __sub__(self, o): return self._difference(self, o)
    def __rsub__(self, o): return self._difference(o, self)
    def __mul__(self, o): return self._product(self, o)
    def __rmul__(self, o): return self._product(o, self)
    def __truediv__(self, o): return self._quotient(self, o)
    def __rtruediv__(self, o): return self._quotient(o, self)
    def __neg__(self): return self._product(-1.0, self)

    def __pow__(self, n):
        return Value(self.data ** n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (float(self.data > 0),))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        gradient = dict.fromkeys(order, 0.0)
        gradient[self] = 1.0
        for node in reversed(order):
            for below, slope in node._backward:
                gradient[below] += slope * gradient[node]
        for node, g in gradient.items():
            node.grad = g if node._prev else node.grad + g


def build_topo(v, visited, topo):
    left = {v: list(v._prev)}     # node -> inputs still to look at
    path = [v]
    visited.add(v)
    while path:
        inputs = left[path[-1]]
        if inputs:
            p = inputs.pop()
            if p not in visited:
                visited.add(p)
                left[p] = list(p._prev)
                path.append(p)
        else:
            topo.append(path.pop())


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
