"""The engine, with a class for each operation.

An operation is an object: forward() takes numbers and returns a number, slopes() returns one
slope per operand. What forward() has computed and slopes() needs again is kept in between.
"""

import math


class Operation:
    """Base class. An object of it belongs to one node."""

    sign = "?"
    kept = {}

    def __init__(self, *operands):
        self.operands = operands

    def keep(self, **numbers):
        self.kept.update(numbers)

    def __call__(self):
        numbers = [operand.data for operand in self.operands]
        self.out = Value(self.forward(*numbers), self.operands, self.sign)
        self.out._backward = self.run
        return self.out

    def run(self):
        numbers = [operand.data for operand in self.operands]
        for operand, slope in zip(self.operands, self.slopes(*numbers)):
            operand.grad += slope * self.out.grad

    def forward(self, *numbers):
        raise NotImplementedError(type(self).__name__)

    def slopes(self, *numbers):
        raise NotImplementedError(type(self).__name__)


class Add(Operation):
    sign = "+"

    def forward(self, x, y):
        return x + y

    def slopes(self, x, y):
        return 1.0, 1.0


class Sub(Operation):
    sign = "-"

    def forward(self, x, y):
        return x - y

    def slopes(self, x, y):
        return 1.0, -1.0


class Mul(Operation):
    sign = "*"

    def forward(self, x, y):
        return x * y

    def slopes(self, x, y):
        return y, x


class Div(Operation):
    sign = "/"

    def forward(self, x, y):
        return x / y

    def slopes(self, x, y):
        return 1.0 / y, -(x / y) / y


class Pow(Operation):
    sign = "**"

    def __init__(self, base, exponent):
        super().__init__(base)
        self.exponent = exponent

    def forward(self, x):
        return x**self.exponent

    def slopes(self, x):
        n = self.exponent
        return (n * x ** (n - 1) if n != 0 else 0.0,)


class Neg(Operation):
    sign = "neg"

    def forward(self, x):
        return -x

    def slopes(self, x):
        return (-1.0,)


class Tanh(Operation):
    sign = "tanh"

    def forward(self, x):
        t = math.tanh(x)
        self.keep(t=t)
        return t

    def slopes(self, x):
        return (1.0 - self.kept["t"] ** 2,)


class Exp(Operation):
    sign = "exp"

    def forward(self, x):
        e = math.exp(x)
        self.keep(e=e)
        return e

    def slopes(self, x):
        return (self.kept["e"],)


class Relu(Operation):
    sign = "relu"

    def forward(self, x):
        gate = 1.0 if x > 0 else 0.0
        self.keep(gate=gate)
        return x if gate else 0.0

    def slopes(self, x):
        return (self.kept["gate"],)


def node(thing):
    return thing if isinstance(thing, Value) else Value(thing)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        return Add(self, node(other))()

    def __radd__(self, other):
        return Add(node(other), self)()

    def __sub__(self, other):
        return Sub(self, node(other))()

    def __rsub__(self, other):
        return Sub(node(other), self)()

    def __mul__(self, other):
        return Mul(self, node(other))()

    def __rmul__(self, other):
        return Mul(node(other), self)()

    def __truediv__(self, other):
        return Div(self, node(other))()

    def __rtruediv__(self, other):
        return Div(node(other), self)()

    def __pow__(self, exponent):
        return Pow(self, exponent)()

    def __neg__(self):
        return Neg(self)()

    def tanh(self):
        return Tanh(self)()

    def exp(self):
        return Exp(self)()

    def relu(self):
        return Relu(self)()

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for inner in order:
            if inner._prev:
                inner.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        current, inputs = path[-1]
        for child in inputs:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            topo.append(current)
            path.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for each in order:
        each.grad = 0.0
