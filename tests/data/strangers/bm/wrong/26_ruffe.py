"""Numbers are worked out when somebody asks for them."""

import math


def pending(root):
    """The nodes without a number that root needs, inputs first, and root itself."""
    order, seen = [], set()
    stack = [(root, False)]
    while stack:
        node, back = stack.pop()
        if back:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev if p._number is None)
    return order


class Value:
    def __init__(self, data, _prev=(), _formula=None, _slopes=None):
        self._number = data
        self.grad = 0.0
        self._prev = _prev
        self._formula = _formula
        self._slopes = _slopes

    @property
    def data(self):
        if not self._number:
            for node in pending(self):
                node.work_out()
        return self._number

    @data.setter
    def data(self, number):
        self._number = number

    def work_out(self):
        if self._formula is not None:
            self._number = self._formula(*[p.data for p in self._prev])

    def _backward(self):
        if self._slopes is None:
            return
        z, xs = self.data, [p.data for p in self._prev]
        for p, slope in zip(self._prev, self._slopes(z, *xs)):
            p.grad += slope * self.grad

    def _later(self, formula, slopes, *others):
        others = [o if isinstance(o, Value) else Value(o) for o in others]
        return Value(None, (self, *others), formula, slopes)

    def __add__(self, other):
        return self._later(lambda x, y: x + y, lambda z, x, y: (1, 1), other)

    def __sub__(self, other):
        return self._later(lambda x, y: x - y, lambda z, x, y: (1, -1), other)

    def __mul__(self, other):
        return self._later(lambda x, y: x * y, lambda z, x, y: (y, x), other)

    def __truediv__(self, other):
        return self._later(lambda x, y: x / y, lambda z, x, y: (1 / y, -z / y), other)

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return self._later(lambda x: -x, lambda z, x: (-1,))

    def __pow__(self, n):
        return self._later(
            lambda x: x**n, lambda z, x: (n * x ** (n - 1) if n else 0.0,)
        )

    def tanh(self):
        return self._later(math.tanh, lambda z, x: (1 - z * z,))

    def exp(self):
        return self._later(math.exp, lambda z, x: (z,))

    def relu(self):
        return self._later(lambda x: max(x, 0.0), lambda z, x: (1 if x > 0 else 0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, back = stack.pop()
        if back:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
