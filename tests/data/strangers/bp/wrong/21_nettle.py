"""Exam. Built like torch.autograd.Function: each operation is an object with
forward(numbers) and backward(gradient), the latter gives one number per input."""

import math


class Function:
    def __init__(self, *inputs):
        self.inputs = inputs

    def __call__(self):
        self.result = self.forward(*[i.data for i in self.inputs])
        return Value(self.result, self)

    def save(self, *numbers):
        self.numbers = numbers


class Add(Function):
    def forward(self, x, y):
        return x + y

    def backward(self, g):
        return g, g


class Sub(Function):
    def forward(self, x, y):
        return x - y

    def backward(self, g):
        return g, -g


class Mul(Function):
    def forward(self, x, y):
        self.save(x, y)
        return x * y

    def backward(self, g):
        x, y = self.numbers
        return g * y, g * x


class Div(Function):
    def forward(self, x, y):
        self.save(x, y)
        return x / y

    def backward(self, g):
        x, y = self.numbers
        return g / y, -g * x / y**2


class Pow(Function):
    def __init__(self, base, n):
        super().__init__(base)
        self.n = n

    def forward(self, x):
        self.save(x)
        return x**self.n

    def backward(self, g):
        (x,) = self.numbers
        return (g * self.n * x ** (self.n - 1) if self.n else 0.0,)


class Tanh(Function):
    def forward(self, x):
        return math.tanh(x)

    def backward(self, g):
        return (g * (1.0 - self.result**2),)


class Exp(Function):
    def forward(self, x):
        return math.exp(x)

    def backward(self, g):
        return (g * self.result,)


class Relu(Function):
    def forward(self, x):
        return max(x, 0.0)

    def backward(self, g):
        return (g if self.result >= 0 else 0.0,)


class Value:
    def __init__(self, data, maker=None):
        self.data, self.grad, self.maker = data, 0.0, maker
        self._prev = maker.inputs if maker else ()

    def _backward(self):
        if self.maker:
            for i, share in zip(self._prev, self.maker.backward(self.grad)):
                i.grad += share

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node.maker:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    __add__ = lambda self, other: Add(self, wrap(other))()
    __sub__ = lambda self, other: Sub(self, wrap(other))()
    __mul__ = lambda self, other: Mul(self, wrap(other))()
    __truediv__ = lambda self, other: Div(self, wrap(other))()
    __radd__ = lambda self, other: Add(wrap(other), self)()
    __rsub__ = lambda self, other: Sub(wrap(other), self)()
    __rmul__ = lambda self, other: Mul(wrap(other), self)()
    __rtruediv__ = lambda self, other: Div(wrap(other), self)()
    __neg__ = lambda self: Mul(wrap(-1.0), self)()
    __pow__ = lambda self, n: Pow(self, n)()
    tanh = lambda self: Tanh(self)()
    exp = lambda self: Exp(self)()
    relu = lambda self: Relu(self)()


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, second_time = stack.pop()
        if second_time:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack += [(node, True)] + [(i, False) for i in node._prev]


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
