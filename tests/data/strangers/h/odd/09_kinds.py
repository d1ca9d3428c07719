"""Operators are subclasses of Value that announce themselves by __init_subclass__; nodes
know their height over the leaves and are visited floor by floor. zero_grad is a method."""

import math
from itertools import chain


class Value:
    _height = 0
    _prev = ()
    _kinds = {}

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def __init_subclass__(cls, symbol=None, swap=None, **rest):
        super().__init_subclass__(**rest)
        if symbol:
            Value._kinds[symbol] = cls
            setattr(Value, symbol, lambda self, *more: cls(self, *more))
        if swap:
            setattr(Value, swap, lambda self, other: cls(other, self))

    def _backward(self):
        pass

    def _restart(self):
        pass

    def _floors(self):
        """All nodes below, as lists, one a height, the leaves first."""
        floors = [[] for _ in range(self._height + 1)]
        floors[self._height].append(self)
        met = {id(self)}
        for floor in reversed(floors):
            # inputs are always on lower floors, so this floor is complete by now
            for p in chain.from_iterable(node._prev for node in floor):
                if id(p) not in met:
                    met.add(id(p))
                    floors[p._height].append(p)
        return floors

    def backward(self):
        nodes = list(chain.from_iterable(self._floors()))
        for node in nodes:
            node._restart()
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()

    def zero_grad(self):
        for node in chain.from_iterable(self._floors()):
            node.grad = 0.0


class Operator(Value):
    def __init__(self, *inputs):
        self._prev = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
        self._height = 1 + max(p._height for p in self._prev)
        super().__init__(self.value(*(p.data for p in self._prev)))

    def _restart(self):
        self.grad = 0.0

    def _backward(self):
        slopes = self.slopes(*(p.data for p in self._prev))
        for p, slope in zip(self._prev, slopes):
            p.grad += slope * self.grad


class Add(Operator, symbol="__add__", swap="__radd__"):
    value = staticmethod(lambda x, y: x + y)
    slopes = staticmethod(lambda x, y: (1.0, 1.0))


class Sub(Operator, symbol="__sub__", swap="__rsub__"):
    value = staticmethod(lambda x, y: x - y)
    slopes = staticmethod(lambda x, y: (1.0, -1.0))


class Mul(Operator, symbol="__mul__", swap="__rmul__"):
    value = staticmethod(lambda x, y: x * y)
    slopes = staticmethod(lambda x, y: (y, x))


class Div(Operator, symbol="__truediv__", swap="__rtruediv__"):
    value = staticmethod(lambda x, y: x / y)
    slopes = staticmethod(lambda x, y: (1.0 / y, -x / (y * y)))


class Neg(Operator, symbol="__neg__"):
    value = staticmethod(lambda x: -x)
    slopes = staticmethod(lambda x: (-1.0,))


class Pow(Operator, symbol="__pow__"):
    def __init__(self, base, n):
        self.n = n
        super().__init__(base)

    def value(self, x):
        return x**self.n

    def slopes(self, x):
        return (self.n * x ** (self.n - 1) if self.n != 0 else 0.0,)


class Tanh(Operator, symbol="tanh"):
    value = staticmethod(math.tanh)

    def slopes(self, x):
        return (1.0 - self.data**2,)


class Exp(Operator, symbol="exp"):
    value = staticmethod(math.exp)

    def slopes(self, x):
        return (self.data,)


class Relu(Operator, symbol="relu"):
    value = staticmethod(lambda x: x if x > 0 else 0.0)
    slopes = staticmethod(lambda x: (1.0,) if x > 0 else (0.0,))


def build_topo(v, visited, topo):
    topo.extend(chain.from_iterable(v._floors()))
