"""Exam: autodiff engine, one class per operation."""

import math


class Operation:
    """What an operation computes, and what it passes back to each of its inputs."""

    name = ""

    def forward(self, *numbers):
        raise NotImplementedError

    def backward(self, g, result, *numbers):
        raise NotImplementedError


class Add(Operation):
    name = "+"

    def forward(self, a, b):
        return a + b

    def backward(self, g, result, a, b):
        return g, g


class Sub(Operation):
    name = "-"

    def forward(self, a, b):
        return a - b

    def backward(self, g, result, a, b):
        return g, -g


class Mul(Operation):
    name = "*"

    def forward(self, a, b):
        return a * b

    def backward(self, g, result, a, b):
        return g * b, g * a


class Div(Operation):
    name = "/"

    def forward(self, a, b):
        return a / b

    def backward(self, g, result, a, b):
        return g / b, -g * a / b


class Neg(Operation):
    name = "neg"

    def forward(self, a):
        return -a

    def backward(self, g, result, a):
        return (-g,)


class Pow(Operation):
    name = "**"

    def __init__(self, n):
        self.n = n

    def forward(self, a):
        return a**self.n

    def backward(self, g, result, a):
        if self.n == 0:
            return (0.0,)
        return (g * self.n * a ** (self.n - 1),)


class Tanh(Operation):
    name = "tanh"

    def forward(self, a):
        return math.tanh(a)

    def backward(self, g, result, a):
        return (g * (1 - result * result),)


class Exp(Operation):
    name = "exp"

    def forward(self, a):
        return math.exp(a)

    def backward(self, g, result, a):
        return (g * result,)


class Relu(Operation):
    name = "relu"

    def forward(self, a):
        return a if a > 0 else 0.0

    def backward(self, g, result, a):
        return (g if a > 0 else 0.0,)


def run(operation, *inputs):
    inputs = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
    number = operation.forward(*[x.data for x in inputs])
    return Value(number, inputs, operation)


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    def _backward(self):
        if self._op is None:
            return
        numbers = [x.data for x in self._prev]
        shares = self._op.backward(self.grad, self.data, *numbers)
        for x, share in zip(self._prev, shares):
            x.grad += share

    def __add__(self, other):
        return run(Add(), self, other)

    def __radd__(self, other):
        return run(Add(), other, self)

    def __sub__(self, other):
        return run(Sub(), self, other)

    def __rsub__(self, other):
        return run(Sub(), other, self)

    def __mul__(self, other):
        return run(Mul(), self, other)

    def __rmul__(self, other):
        return run(Mul(), other, self)

    def __truediv__(self, other):
        return run(Div(), self, other)

    def __rtruediv__(self, other):
        return run(Div(), other, self)

    def __neg__(self):
        return run(Neg(), self)

    def __pow__(self, n):
        return run(Pow(n), self)

    def tanh(self):
        return run(Tanh(), self)

    def exp(self):
        return run(Exp(), self)

    def relu(self):
        return run(Relu(), self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    if v in visited:
        return
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, rest = stack[-1]
        for x in rest:
            if x not in visited:
                visited.add(x)
                stack.append((x, iter(x._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
