"""The engine with one class for each operation."""

import math


class Operation:
    """Knows how to compute a result and what flows back to the inputs."""

    def forward(self, *numbers):
        raise NotImplementedError

    def backward(self, g):
        raise NotImplementedError

    @classmethod
    def apply(cls, *inputs):
        operation = cls()
        inputs = tuple(wrap(x) for x in inputs)
        out = Value(operation.forward(*[x.data for x in inputs]))
        out._prev = inputs
        out._operation = operation
        return out


class Add(Operation):
    def forward(self, a, b):
        return a + b

    def backward(self, g):
        return g, g


class Sub(Operation):
    def forward(self, a, b):
        return a - b

    def backward(self, g):
        return g, -g


class Mul(Operation):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a * b

    def backward(self, g):
        return g * self.b, g * self.a


class Div(Operation):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a / b

    def backward(self, g):
        return g / self.b, -g * self.a / self.b**2


class Neg(Operation):
    def forward(self, a):
        return -a

    def backward(self, g):
        return (-g,)


class Tanh(Operation):
    def forward(self, a):
        self.t = math.tanh(a)
        return self.t

    def backward(self, g):
        return (g * (1 - self.t**2),)


class Exp(Operation):
    def forward(self, a):
        Exp.e = math.exp(a)
        return self.e

    def backward(self, g):
        return (g * self.e,)


class Relu(Operation):
    def forward(self, a):
        self.open = a > 0
        return a if self.open else 0.0

    def backward(self, g):
        return (g if self.open else 0.0,)


def power(n):
    class Pow(Operation):
        def forward(self, a):
            self.a = a
            return a**n

        def backward(self, g):
            if n == 0:
                return (0.0,)
            return (g * n * self.a ** (n - 1),)

    return Pow


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._operation = None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        return Add.apply(self, other)

    def __radd__(self, other):
        return Add.apply(other, self)

    def __sub__(self, other):
        return Sub.apply(self, other)

    def __rsub__(self, other):
        return Sub.apply(other, self)

    def __mul__(self, other):
        return Mul.apply(self, other)

    def __rmul__(self, other):
        return Mul.apply(other, self)

    def __truediv__(self, other):
        return Div.apply(self, other)

    def __rtruediv__(self, other):
        return Div.apply(other, self)

    def __neg__(self):
        return Neg.apply(self)

    def __pow__(self, n):
        return power(n).apply(self)

    def tanh(self):
        return Tanh.apply(self)

    def exp(self):
        return Exp.apply(self)

    def relu(self):
        return Relu.apply(self)

    def _backward(self):
        if self._operation is not None:
            for x, part in zip(self._prev, self._operation.backward(self.grad)):
                x.grad += part

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._operation is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, iter(v._prev))]
    while trail:
        node, rest = trail[-1]
        for x in rest:
            if x not in visited:
                visited.add(x)
                trail.append((x, iter(x._prev)))
                break
        else:
            topo.append(node)
            trail.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
