"""Operations are classes, and by being defined they become methods of every node."""

import math


class Value:
    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def __repr__(self):
        return f"{type(self).__name__}[{self.data}]"

    def __init_subclass__(cls, call=None, reflected=None, **rest):
        super().__init_subclass__(**rest)
        if call:
            setattr(Value, call, lambda *operands: cls(*operands))
        if reflected:
            setattr(Value, reflected, lambda self, other: cls(other, self))

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes(*(node.data for node in self._prev))):
            node.grad += slope * self.grad

    def slopes(self):
        return ()

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if isinstance(node, Result):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def zero_grad(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0


class Result(Value):
    """Of one or two inputs."""

    def __init__(self, *operands):
        self._prev = [x if isinstance(x, Value) else Value(x) for x in operands]
        super().__init__(self.compute(*(node.data for node in self._prev)))


class Sum(Result, call="__add__", reflected="__radd__"):
    def compute(self, x, y):
        return x + y

    def slopes(self, x, y):
        return 1.0, 1.0


class Difference(Result, call="__sub__", reflected="__rsub__"):
    def compute(self, x, y):
        return x - y

    def slopes(self, x, y):
        return 1.0, -1.0


class Product(Result, call="__mul__", reflected="__rmul__"):
    def compute(self, x, y):
        return x * y

    def slopes(self, x, y):
        return y, x


class Quotient(Result, call="__truediv__", reflected="__rtruediv__"):
    def compute(self, x, y):
        return x / y

    def slopes(self, x, y):
        return 1 / y, -x / y**2


class Opposite(Result, call="__neg__"):
    def compute(self, x):
        return -x

    def slopes(self, x):
        return (-1.0,)


class Power(Result, call="__pow__"):
    def __init__(self, base, exponent):
        self.exponent = exponent
        super().__init__(base)

    def compute(self, x):
        return x**self.exponent

    def slopes(self, x):
        return (self.exponent and self.exponent * x ** (self.exponent - 1),)


class Tanh(Result, call="tanh"):
    def compute(self, x):
        return math.tanh(x)

    def slopes(self, x):
        return (1.0 - self.data**2,)


class Exp(Result, call="exp"):
    def compute(self, x):
        return math.exp(x)

    def slopes(self, x):
        return (self.data,)


class Relu(Result, call="relu"):
    def compute(self, x):
        return max(x, 0.0)

    def slopes(self, x):
        return (float(self.data > 0),)


def build_topo(v, visited, topo):
    path = [(v, iter(v._prev))]
    visited.add(v)
    while path:
        child = next(path[-1][1], None)
        if child is None:
            topo.append(path.pop()[0])
        elif child not in visited:
            visited.add(child)
            path.append((child, iter(child._prev)))


def zero_grad(root):
    root.zero_grad()
