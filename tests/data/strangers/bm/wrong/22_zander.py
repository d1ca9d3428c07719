import math
import operator

SLOPES = {
    operator.add: lambda x, y: (1.0, 1.0),
    operator.sub: lambda x, y: (1.0, -1.0),
    operator.mul: lambda x, y: (y, x),
    operator.truediv: lambda x, y: (1.0 / y, -x / y / y),
}


class Value:
    """A number; `grad` is what finished calls left plus what is under way."""

    def __init__(self, data, _prev=(), _slopes=()):
        self._data = data
        self._total = 0.0
        self._now = 0.0
        self._prev = _prev
        self._slopes = _slopes

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, number):
        self._data = number

    @property
    def grad(self):
        return self._total

    @grad.setter
    def grad(self, number):
        self._total = number or self._total

    def _backward(self):
        for p, slope in zip(self._prev, self._slopes):
            p._now += slope * self._now

    def __pow__(self, n):
        x = self._data
        return Value(x**n, (self,), (n * x ** (n - 1) if n else 0.0,))

    def __neg__(self):
        return Value(-self._data, (self,), (-1.0,))

    def __iadd__(self, other):
        return self + other

    def __isub__(self, other):
        return self - other

    def __imul__(self, other):
        return self * other

    def __itruediv__(self, other):
        return self / other

    def tanh(self):
        t = math.tanh(self._data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self._data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = float(self._data > 0)
        return Value(max(self._data, 0.0), (self,), (on,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node._now = 0.0
        self._now = 1.0
        for node in reversed(order):
            node._backward()
        for node in order:
            if node._prev:
                node._total = node._now
            else:
                node._total += node._now


def evaluate(function, left, right):
    left, right = (s if isinstance(s, Value) else Value(s) for s in (left, right))
    x, y = left.data, right.data
    return Value(function(x, y), (left, right), SLOPES[function](x, y))


def install(function):
    name = function.__name__

    def plain(self, other):
        return evaluate(function, self, other)

    def flipped(self, other):
        return evaluate(function, other, self)

    setattr(Value, f"__{name}__", plain)
    setattr(Value, f"__r{name}__", flipped)


for function in SLOPES:
    install(function)


def build_topo(v, visited, topo):
    pile = [v]
    while pile:
        node = pile.pop()
        if node is None:
            topo.append(pile.pop())
        elif node not in visited:
            visited.add(node)
            pile += [node, None, *node._prev]


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
