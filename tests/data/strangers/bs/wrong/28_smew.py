import math
from itertools import count


class Named:
    """What has a name and a number, and can go into sets and dictionaries."""

    _numbers = count()

    def __init__(self, name, data):
        self.name = name
        self.data = data
        self.nr = next(Named._numbers)

    def _key(self):
        return (self.name, self.data)

    def __eq__(self, other):
        return isinstance(other, Named) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        return f"{self.name}{self.nr}={self.data:g}"


class Value(Named):
    def __init__(self, data, _prev=(), _op="v"):
        super().__init__(_op, data)
        self._prev = _prev
        self.grad = 0.0
        self._backward = None

    def _result(self, data, inputs, op, rule):
        out = Value(data, inputs, op)
        out._backward = lambda: rule(out.grad)
        return out

    def __add__(self, other):
        other = Value._from(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return self._result(self.data + other.data, (self, other), "plus", rule)

    def __mul__(self, other):
        other = Value._from(other)
        x, y = self.data, other.data

        def rule(g):
            self.grad += g * y
            other.grad += g * x

        return self._result(x * y, (self, other), "times", rule)

    def __truediv__(self, other):
        other = Value._from(other)
        x, y = self.data, other.data

        def rule(g):
            self.grad += g / y
            other.grad -= g * x / (y * y)

        return self._result(x / y, (self, other), "over", rule)

    def _simple(self, data, slope, op):
        def rule(g):
            self.grad += g * slope

        return self._result(data, (self,), op, rule)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._simple(self.data**n, slope, "power")

    def __neg__(self):
        return self._simple(-self.data, -1.0, "minus")

    def tanh(self):
        t = math.tanh(self.data)
        return self._simple(t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._simple(e, e, "exp")

    def relu(self):
        on = self.data > 0
        return self._simple(self.data if on else 0.0, 1.0 if on else 0.0, "relu")

    def __sub__(self, other):
        return self + -Value._from(other)

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return Value._from(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    @staticmethod
    def _from(x):
        return x if isinstance(x, Value) else Value(float(x))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
