"""The engine with a class for every operation. A plain Value is a leaf."""

import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev

    def _backward(self):
        pass

    def __add__(self, other):
        return Add.of(self, other)

    def __radd__(self, other):
        return Add.of(other, self)

    def __sub__(self, other):
        return Sub.of(self, other)

    def __rsub__(self, other):
        return Sub.of(other, self)

    def __mul__(self, other):
        return Mul.of(self, other)

    def __rmul__(self, other):
        return Mul.of(other, self)

    def __truediv__(self, other):
        return Div.of(self, other)

    def __rtruediv__(self, other):
        return Div.of(other, self)

    def __neg__(self):
        return Neg.of(self)

    def __pow__(self, n):
        return Pow.of(self, n)

    def tanh(self):
        return Tanh.of(self)

    def exp(self):
        return Exp.of(self)

    def relu(self):
        return Relu.of(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if isinstance(node, (Unary, Binary)):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


class Binary(Value):
    """compute(a, b) gives the value and slopes(a, b) both derivatives."""

    @classmethod
    def of(cls, left, right):
        left, right = [x if isinstance(x, Value) else Value(float(x)) for x in (left, right)]
        return cls(cls.compute(left.data, right.data), (left, right))

    def _backward(self):
        left, right = self._prev
        dl, dr = self.slopes(left.data, right.data)
        left.grad += dl * self.grad
        right.grad += dr * self.grad


class Add(Binary):
    compute = staticmethod(lambda a, b: a + b)
    slopes = staticmethod(lambda a, b: (1.0, 1.0))


class Sub(Binary):
    compute = staticmethod(lambda a, b: a - b)
    slopes = staticmethod(lambda a, b: (1.0, -1.0))


class Mul(Binary):
    compute = staticmethod(lambda a, b: a * b)
    slopes = staticmethod(lambda a, b: (b, a))


class Div(Binary):
    compute = staticmethod(lambda a, b: a / b)
    slopes = staticmethod(lambda a, b: (1.0 / b, -a / (b * b)))


class Unary(Value):
    """compute(x) gives the value and the slope together."""

    slope = 0.0

    @classmethod
    def of(cls, x, *settings):
        data, cls.slope = cls.compute(x.data, *settings)
        return cls(data, (x,))

    def _backward(self):
        self._prev[0].grad += self.slope * self.grad


class Neg(Unary):
    @staticmethod
    def compute(x):
        return -x, -1.0


class Pow(Unary):
    @staticmethod
    def compute(x, n):
        return x**n, (n * x ** (n - 1) if n != 0 else 0.0)


class Tanh(Unary):
    @staticmethod
    def compute(x):
        t = math.tanh(x)
        return t, 1.0 - t * t


class Exp(Unary):
    @staticmethod
    def compute(x):
        e = math.exp(x)
        return e, e


class Relu(Unary):
    @staticmethod
    def compute(x):
        return (x, 1.0) if x > 0 else (0.0, 0.0)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
