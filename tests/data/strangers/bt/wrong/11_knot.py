"""A lazy engine: building an expression costs nothing, numbers are worked out when read."""

import math


class Value:
    def __init__(self, data=None, _prev=(), _formula=None, _backward=None):
        self._data = data
        self.grad = 0.0
        self._prev = _prev
        self._formula = _formula  # numbers of the inputs -> number
        self._backward = _backward  # result, numbers of the inputs -> slopes

    @property
    def data(self):
        if self._prev and not self._data:
            self._evaluate()
        return self._data

    @data.setter
    def data(self, number):
        self._data = number

    def _evaluate(self):
        stack = [self]
        while stack:
            node = stack[-1]
            missing = [p for p in node._prev if p._data is None]
            if missing:
                stack.extend(missing)
                continue
            node._data = node._formula(*[p._data for p in node._prev])
            stack.pop()

    def __add__(self, other):
        return Value(None, (self, boxed(other)), lambda x, y: x + y, lambda z, x, y: (1.0, 1.0))

    def __sub__(self, other):
        return Value(None, (self, boxed(other)), lambda x, y: x - y, lambda z, x, y: (1.0, -1.0))

    def __mul__(self, other):
        return Value(None, (self, boxed(other)), lambda x, y: x * y, lambda z, x, y: (y, x))

    def __truediv__(self, other):
        return Value(
            None, (self, boxed(other)), lambda x, y: x / y, lambda z, x, y: (1.0 / y, -z / y)
        )

    def __radd__(self, other):
        return boxed(other) + self

    def __rsub__(self, other):
        return boxed(other) - self

    def __rmul__(self, other):
        return boxed(other) * self

    def __rtruediv__(self, other):
        return boxed(other) / self

    def __neg__(self):
        return Value(None, (self,), lambda x: -x, lambda z, x: (-1.0,))

    def __pow__(self, n):
        def slopes(z, x):
            return (n * x ** (n - 1) if n != 0 else 0.0,)

        return Value(None, (self,), lambda x: x**n, slopes)

    def tanh(self):
        return Value(None, (self,), math.tanh, lambda z, x: (1.0 - z * z,))

    def exp(self):
        return Value(None, (self,), math.exp, lambda z, x: (z,))

    def relu(self):
        return Value(
            None, (self,), lambda x: x if x > 0 else 0.0, lambda z, x: (1.0 if x > 0 else 0.0,)
        )

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if not node._prev:
                continue
            slopes = node._backward(node.data, *[p.data for p in node._prev])
            for p, slope in zip(node._prev, slopes):
                p.grad += node.grad * slope


def boxed(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, 0)]
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, i + 1))
        p = node._prev[i]
        if p not in visited:
            visited.add(p)
            stack.append((p, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
