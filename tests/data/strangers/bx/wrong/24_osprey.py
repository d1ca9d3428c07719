"""Exercise 13: operations are classes with a forward and a backward, as in PyTorch."""

import math
from collections import Counter, deque


class Operation:
    def __init__(self, *inputs):
        self.inputs = inputs

    @classmethod
    def apply(cls, *args):
        op = cls(*(x if isinstance(x, Value) else Value(float(x)) for x in args))
        out = Value(op.forward(*(x.data for x in op.inputs)))
        out._op = op
        out._prev = op.inputs
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
        self.b = b
        self.quotient = a / b
        return self.quotient

    def backward(self, g):
        return g / self.b, -g * self.quotient / self.b


class Pow(Operation):
    def forward(self, a, n):
        self.a, self.n = a, n
        return a**n

    def backward(self, g):
        if self.n == 0:
            return 0.0, 0.0
        return g * self.n * self.a ** (self.n - 1), 0.0


class Tanh(Operation):
    def forward(self, a):
        self.t = math.tanh(a)
        return self.t

    def backward(self, g):
        return (g * (1.0 - self.t * self.t),)


class Exp(Operation):
    def forward(self, a):
        self.e = math.exp(a)
        return self.e

    def backward(self, g):
        return (g * self.e,)


class Relu(Operation):
    def forward(self, a):
        self.active = a > 0.0
        return a if self.active else 0.0

    def backward(self, g):
        return (g if self.active else 0.0,)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._op = None

    def _backward(self):
        if self._op is not None:
            for node, share in zip(self._prev, self._op.backward(self.grad)):
                node.grad += share

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

    def __pow__(self, n):
        return Pow.apply(self, n)

    def __neg__(self):
        return Mul.apply(self, -1.0)

    def tanh(self):
        return Tanh.apply(self)

    def exp(self):
        return Exp.apply(self)

    def relu(self):
        return Relu.apply(self)

    def backward(self):
        nodes = collect(self)
        missing = Counter(child for node in nodes for child in node._prev)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = deque([self])
        while ready:
            node = ready.popleft()
            if node.grad == 0.0:
                continue
            node._backward()
            for child in node._prev:
                missing[child] -= 1
                if not missing[child]:
                    ready.append(child)


def collect(root):
    nodes = []
    build_topo(root, set(), nodes)
    return nodes


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)


def zero_grad(root):
    for node in collect(root):
        node.grad = 0.0
