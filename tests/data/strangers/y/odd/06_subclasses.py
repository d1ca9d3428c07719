"""Exercise 13, the exam: the whole engine."""

import math


class Value:
    """A leaf. What comes out of an operation is a Value of another kind."""

    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def _backward(self):
        pass

    def _restart(self):
        pass  # a leaf adds from call to call

    def __add__(self, other):
        if not isinstance(other, Value):
            return Shifted(self, other) if other else self
        return Sum(self, other)

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Scaled(self, other) if other != 1 else self
        return Product(self, other)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return Scaled(self, -1)

    def __sub__(self, other):
        return Sum(self, -other) if isinstance(other, Value) else Shifted(self, -other)

    def __rsub__(self, other):
        return Shifted(-self, other)

    def __truediv__(self, other):
        return self * Power(other, -1) if isinstance(other, Value) else Scaled(self, 1 / other)

    def __rtruediv__(self, other):
        return Power(self, -1) * other

    def __pow__(self, n):
        return self if n == 1 else Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node._restart()
        self.grad += 1
        while topo:
            topo.pop()._backward()


class Inner(Value):
    def __init__(self, *inputs):
        self._prev = inputs
        Value.__init__(self, self.value(*(i.data for i in inputs)))
        self._numbers = [i.data for i in inputs]

    def _restart(self):
        self.grad = 0.0

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes(*self._numbers)):
            node.grad += slope * self.grad


class Sum(Inner):
    value = staticmethod(lambda x, y: x + y)
    slopes = staticmethod(lambda x, y: (1, 1))


class Product(Inner):
    value = staticmethod(lambda x, y: x * y)
    slopes = staticmethod(lambda x, y: (y, x))


class WithNumber(Inner):
    def __init__(self, node, number):
        self.number = number
        super().__init__(node)


class Shifted(WithNumber):
    def value(self, x):
        return x + self.number

    def slopes(self, x):
        return (1,)


class Scaled(WithNumber):
    def value(self, x):
        return x * self.number

    def slopes(self, x):
        return (self.number,)


class Power(WithNumber):
    def value(self, x):
        return x**self.number

    def slopes(self, x):
        return (self.number * x ** (self.number - 1) if self.number else 0,)


class Tanh(Inner):
    value = staticmethod(math.tanh)

    def slopes(self, x):
        return (1 - self.data * self.data,)


class Exp(Inner):
    value = staticmethod(math.exp)

    def slopes(self, x):
        return (self.data,)


class Relu(Inner):
    value = staticmethod(lambda x: x if x > 0 else 0.0)
    slopes = staticmethod(lambda x: (int(x > 0),))


def build_topo(v, visited, topo):
    todo = [(v.__class__, v)]
    while todo:
        kind, node = todo.pop()
        if kind is None:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((None, node))
            todo += [(type(i), i) for i in node._prev]


def zero_grad(root):
    seen, edge = set(), {root}
    while edge:
        for node in edge:
            node.grad = 0.0
        seen |= edge
        edge = {i for node in edge for i in node._prev} - seen

