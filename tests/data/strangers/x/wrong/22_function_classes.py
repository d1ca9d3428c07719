"""Like torch.autograd.Function: one class for each operation, with forward and backward."""

import math


class Function:
    saved = ()

    @classmethod
    def apply(cls, *inputs):
        nodes = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
        ctx = cls()
        cls.saved = tuple(node.data for node in nodes)
        out = Value(ctx.forward(*ctx.saved), nodes)
        out._backward = lambda: ctx.backward(out.grad, *ctx.saved)
        return out


class Add(Function):
    def forward(self, x, y):
        return x + y

    def backward(self, g, x, y):
        return g, g


class Sub(Function):
    def forward(self, x, y):
        return x - y

    def backward(self, g, x, y):
        return g, -g


class Mul(Function):
    def forward(self, x, y):
        return x * y

    def backward(self, g, x, y):
        return g * y, g * x


class Div(Function):
    def forward(self, x, y):
        return x / y

    def backward(self, g, x, y):
        return g / y, -g * x / (y * y)


class Pow(Function):
    # the exponent is a node as well, but a constant one
    def forward(self, x, n):
        return x**n

    def backward(self, g, x, n):
        if n == 0:
            return 0.0, 0.0
        return g * n * x ** (n - 1), 0.0


class Tanh(Function):
    def forward(self, x):
        return math.tanh(x)

    def backward(self, g, x):
        return (g * (1 - math.tanh(x) ** 2),)


class Exp(Function):
    def forward(self, x):
        return math.exp(x)

    def backward(self, g, x):
        return (g * math.exp(x),)


class Relu(Function):
    def forward(self, x):
        return x if x > 0 else 0.0

    def backward(self, g, x):
        return (g if x > 0 else 0.0,)


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = None

    def __add__(self, other): return Add.apply(self, other)
    def __radd__(self, other): return Add.apply(other, self)
    def __sub__(self, other): return Sub.apply(self, other)
    def __rsub__(self, other): return Sub.apply(other, self)
    def __mul__(self, other): return Mul.apply(self, other)
    def __rmul__(self, other): return Mul.apply(other, self)
    def __truediv__(self, other): return Div.apply(self, other)
    def __rtruediv__(self, other): return Div.apply(other, self)
    def __pow__(self, n): return Pow.apply(self, n)
    def __neg__(self): return Mul.apply(self, -1.0)
    def tanh(self): return Tanh.apply(self)
    def exp(self): return Exp.apply(self)
    def relu(self): return Relu.apply(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            for child, part in zip(node._prev, node._backward()):
                child.grad += part


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for child in node._prev:
                stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
