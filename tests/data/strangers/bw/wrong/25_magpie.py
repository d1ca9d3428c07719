"""The exam. No sets: every walk has a number, and a node notes the last walk it was in."""

import math


class Op:
    """What all operations have in common."""

    def __init__(self, *inputs):
        self.inputs = inputs

    def numbers(self):
        return [node.data for node in self.inputs]

    def node(self):
        out = Value(self.forward(*self.numbers()))
        out._prev = self.inputs

        def _backward():
            for node, slope in zip(self.inputs, self.slopes(out.data, *self.numbers())):
                node.grad += slope * out.grad

        out._backward = _backward
        return out


class Add(Op):
    def forward(self, x, y):
        return x + y

    def slopes(self, out, x, y):
        return 1.0, 1.0


class Mul(Op):
    def forward(self, x, y):
        return x * y

    def slopes(self, out, x, y):
        return y, x


class Div(Op):
    def forward(self, x, y):
        return x / y

    def slopes(self, out, x, y):
        return 1.0 / y, -out / y


class Pow(Op):
    def __init__(self, base, n):
        super().__init__(base)
        self.n = n

    def forward(self, x):
        return x**self.n

    def slopes(self, out, x):
        return (self.n * x ** (self.n - 1) if self.n else 0.0,)


class Tanh(Op):
    def forward(self, x):
        return math.tanh(x)

    def slopes(self, out, x):
        return (1.0 - out**2,)


class Exp(Op):
    def forward(self, x):
        return math.exp(x)

    def slopes(self, out, x):
        return (out,)


class Relu(Op):
    def forward(self, x):
        return max(x, 0.0)

    def slopes(self, out, x):
        return (float(x > 0),)


class Value:
    walks = 0

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._walk = None
        self._backward = lambda: None

    def __add__(self, other):
        return Add(self, lift(other)).node()

    def __mul__(self, other):
        return Mul(self, lift(other)).node()

    def __truediv__(self, other):
        return Div(self, lift(other)).node()

    def __pow__(self, n):
        return Pow(self, n).node()

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + lift(other) * -1

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        return Tanh(self).node()

    def exp(self):
        return Exp(self).node()

    def relu(self):
        return Relu(self).node()

    def backward(self):
        Value.walks += 1
        order = collect(self, [])
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def collect(root, order):
    """Append what this walk has not met yet, inputs first."""
    stack = [(root, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            order.append(node)
        elif node._walk != Value.walks:
            node._walk = Value.walks
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)
    return order


def build_topo(v, visited, topo):
    if visited:
        Value.walks += 1
    collect(v, topo)
    visited.update(topo)


def zero_grad(root):
    Value.walks += 1
    for node in collect(root, []):
        node.grad = 0.0
