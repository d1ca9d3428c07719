"""Exercise 13, the exam: the whole engine, put together from parts. (Examples left out.)"""

import math
from functools import partialmethod, singledispatchmethod


class Graph:
    """What a node knows about other nodes."""

    def __init__(self, **rest):
        self._prev = rest.pop("inputs", ())
        super().__init__(**rest)

    def below(self):
        topo = []
        build_topo(self, set(), topo)
        return topo


class Gradient:
    """What a node knows about gradients."""

    def __init__(self, **rest):
        self.grad = 0.0
        self._backward = rest.pop("slopes", ())
        super().__init__(**rest)

    def backward(self):
        order = self.below()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for inp, slope in zip(node._prev, node._backward):
                inp.grad += node.grad * slope

    def zero_grad(self):
        for node in self.below():
            node.grad = 0.0


class Number:
    """What a node knows about numbers."""

    def __init__(self, data):
        self.data = data
        super().__init__()

    def __repr__(self):
        return f"{self.data:g}"


class Functions:
    def tanh(self):
        t = math.tanh(self.data)
        return self.result(t, self, slopes=[1.0 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return self.result(e, self, slopes=[e])

    def relu(self):
        on = self.data > 0
        return self.result(self.data if on else 0.0, self, slopes=[float(on)])

    def __pow__(self, n):
        if n == 1:
            return self
        slope = n * self.data ** (n - 1) if n else 0.0
        return self.result(self.data**n, self, slopes=[slope])

    def __neg__(self):
        return self.result(-self.data, self, slopes=[-1.0])


class Operators:
    def plus(self, y):
        return self.result(self.data + y.data, self, y, slopes=[1.0, 1.0])

    def minus(self, y):
        return self.result(self.data - y.data, self, y, slopes=[1.0, -1.0])

    def times(self, y):
        return self.result(self.data * y.data, self, y, slopes=[y.data, self.data])

    def over(self, y):
        q = self.data / y.data
        return self.result(q, self, y, slopes=[1.0 / y.data, -q / y.data])

    def straight(self, other, name):
        return getattr(self, name)(self.of(other))

    def turned(self, other, name):
        return getattr(self.of(other), name)(self)

    __add__ = partialmethod(straight, name="plus")
    __sub__ = partialmethod(straight, name="minus")
    __mul__ = partialmethod(straight, name="times")
    __truediv__ = partialmethod(straight, name="over")
    __radd__ = partialmethod(turned, name="plus")
    __rsub__ = partialmethod(turned, name="minus")
    __rmul__ = partialmethod(turned, name="times")
    __rtruediv__ = partialmethod(turned, name="over")


class Value(Operators, Functions, Gradient, Graph, Number):
    def __init__(self, data, inputs=(), slopes=()):
        super().__init__(data=data, inputs=inputs, slopes=slopes)

    @classmethod
    def result(cls, data, *inputs, slopes):
        return cls(data, inputs, slopes)

    @singledispatchmethod
    def of(self, x):
        return x

    @of.register(int)
    @of.register(float)
    def _(self, x):
        return type(self)(float(x))


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((inp, False) for inp in reversed(node._prev))
