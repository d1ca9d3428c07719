"""Operations as classes with a forward and a backward half, and nodes that point to them."""

import math


class Add:
    @staticmethod
    def forward(x, y):
        return x + y

    @staticmethod
    def backward(g, out, x, y):
        return g, g


class Sub:
    @staticmethod
    def forward(x, y):
        return x - y

    @staticmethod
    def backward(g, out, x, y):
        return g, -g


class Mul:
    @staticmethod
    def forward(x, y):
        return x * y

    @staticmethod
    def backward(g, out, x, y):
        return g * y, g * x


class Div:
    @staticmethod
    def forward(x, y):
        return x / y

    @staticmethod
    def backward(g, out, x, y):
        return g / y, -g * out / y


class Neg:
    @staticmethod
    def forward(x):
        return -x

    @staticmethod
    def backward(g, out, x):
        return (-g,)


class Pow:
    """Has a number of its own, so it is an object and not only a class."""

    def __init__(self, n):
        self.n = n

    def forward(self, x):
        return x**self.n

    def backward(self, g, out, x):
        if self.n == 0:
            return (0.0,)
        return (g * self.n * x ** (self.n - 1),)


class Tanh:
    @staticmethod
    def forward(x):
        return math.tanh(x)

    @staticmethod
    def backward(g, out, x):
        return (g * (1.0 - out * out),)


class Exp:
    @staticmethod
    def forward(x):
        return math.exp(x)

    @staticmethod
    def backward(g, out, x):
        return (g * out,)


class Relu:
    @staticmethod
    def forward(x):
        return x if x > 0 else 0.0

    @staticmethod
    def backward(g, out, x):
        return (g if x > 0 else 0.0,)


class Value:
    def __init__(self, data, _prev=(), _made_by=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._made_by = _made_by

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @classmethod
    def run(cls, operation, *operands):
        nodes = tuple(x if isinstance(x, Value) else cls(x) for x in operands)
        return cls(operation.forward(*(x.data for x in nodes)), nodes, operation)

    def _backward(self):
        if self._made_by is None:
            return
        numbers = [node.data for node in self._prev]
        shares = self._made_by.backward(self.grad, self.data, *numbers)
        for node, share in zip(self._prev, shares):
            if share == 0.0:
                break
            node.grad += share

    def __add__(self, other):
        return Value.run(Add, self, other)

    def __radd__(self, other):
        return Value.run(Add, other, self)

    def __sub__(self, other):
        return Value.run(Sub, self, other)

    def __rsub__(self, other):
        return Value.run(Sub, other, self)

    def __mul__(self, other):
        return Value.run(Mul, self, other)

    def __rmul__(self, other):
        return Value.run(Mul, other, self)

    def __truediv__(self, other):
        return Value.run(Div, self, other)

    def __rtruediv__(self, other):
        return Value.run(Div, other, self)

    def __neg__(self):
        return Value.run(Neg, self)

    def __pow__(self, n):
        return Value.run(Pow(n), self)

    def tanh(self):
        return Value.run(Tanh, self)

    def exp(self):
        return Value.run(Exp, self)

    def relu(self):
        return Value.run(Relu, self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._made_by is not None:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, list(v._prev))]
    while trail:
        node, left = trail[-1]
        if not left:
            topo.append(node)
            trail.pop()
            continue
        child = left.pop()
        if child not in visited:
            visited.add(child)
            trail.append((child, list(child._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
