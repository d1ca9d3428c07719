"""My engine: one small class for each operation, and Value on top of them."""

import math


class Operation:
    def __init__(self, *numbers):
        self.numbers = numbers

    def forward(self):
        raise NotImplementedError

    def slopes(self):
        raise NotImplementedError


class Add(Operation):
    def forward(self):
        return self.numbers[0] + self.numbers[1]

    def slopes(self):
        return 1.0, 1.0


class Sub(Operation):
    def forward(self):
        return self.numbers[0] - self.numbers[1]

    def slopes(self):
        return 1.0, -1.0


class Mul(Operation):
    def forward(self):
        return self.numbers[0] * self.numbers[1]

    def slopes(self):
        return self.numbers[1], self.numbers[0]


class Div(Operation):
    def forward(self):
        return self.numbers[0] / self.numbers[1]

    def slopes(self):
        return 1.0 / self.numbers[1], -self.numbers[0] / self.numbers[1] ** 2


class Power(Operation):
    """The exponent is a number of the operation, but no node."""

    def forward(self):
        return self.numbers[0] ** self.numbers[1]

    def slopes(self):
        base, n = self.numbers
        return (n * base ** (n - 1) if n != 0 else 0.0,)


class Tanh(Operation):
    def forward(self):
        self.result = math.tanh(*self.numbers)
        return self.result

    def slopes(self):
        return (1.0 - self.result**2,)


class Exp(Operation):
    def forward(self):
        self.result = math.exp(*self.numbers)
        return self.result

    def slopes(self):
        return (self.result,)


class Relu(Operation):
    def forward(self):
        return max(0.0, *self.numbers)

    def slopes(self):
        return (1.0 if self.numbers[0] > 0 else 0.0,)


def run(kind, *inputs, extra=()):
    nodes = [x if isinstance(x, Value) else Value(float(x)) for x in inputs]
    operation = kind(*(node.data for node in nodes), *extra)
    return Value(operation.forward(), nodes, operation)


class Value:
    def __init__(self, data, _prev=(), operation=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self.operation = operation

    def _backward(self):
        if self.operation is not None:
            for node, slope in zip(self._prev, self.operation.slopes()):
                node.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.operation is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def __add__(self, other):
        return run(Add, self, other)

    def __radd__(self, other):
        return run(Add, other, self)

    def __sub__(self, other):
        return run(Sub, self, other)

    def __rsub__(self, other):
        return run(Sub, other, self)

    def __mul__(self, other):
        return run(Mul, self, other)

    def __rmul__(self, other):
        return run(Mul, other, self)

    def __truediv__(self, other):
        return run(Div, self, other)

    def __rtruediv__(self, other):
        return run(Div, other, self)

    def __neg__(self):
        return run(Sub, 0.0, self)

    def __pow__(self, n):
        return run(Power, self, extra=(n,))

    def tanh(self):
        return run(Tanh, self)

    def exp(self):
        return run(Exp, self)

    def relu(self):
        return run(Relu, self)


def build_topo(v, visited, topo):
    pending = [(v, iter(v._prev))]
    visited.add(v)
    while pending:
        node, rest = pending[-1]
        child = next(rest, None)
        if child is None:
            topo.append(node)
            pending.pop()
        elif child not in visited:
            visited.add(child)
            pending.append((child, iter(child._prev)))


def zero_grad(root):
    if root.grad == 0.0:
        return
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
