"""Exercise 13: Function objects. Each operation is one object with forward and backward;
a node remembers the object that made it and asks it for the gradients of its inputs.
"""

import math


class Function:
    """An operation. forward works on numbers, backward on (g, result, inputs)."""

    def __call__(self, *args):
        nodes = tuple(a if isinstance(a, Value) else Value(a) for a in args)
        return Value(self.forward(*(n.data for n in nodes)), nodes, self)

    def forward(self, *numbers):
        raise NotImplementedError

    def backward(self, g, r, *numbers):
        raise NotImplementedError


class Add(Function):
    def forward(self, x, y):
        return x + y

    def backward(self, g, r, x, y):
        return g, g


class Sub(Function):
    def forward(self, x, y):
        return x - y

    def backward(self, g, r, x, y):
        return g, -g


class Mul(Function):
    def forward(self, x, y):
        return x * y

    def backward(self, g, r, x, y):
        return g * y, g * x


class Div(Function):
    def forward(self, x, y):
        return x / y

    def backward(self, g, r, x, y):
        return g / y, -g * r / y


class Neg(Function):
    def forward(self, x):
        return -x

    def backward(self, g, r, x):
        return (-g,)


class Pow(Function):
    def to(self, n):
        self.n = n
        return self

    def forward(self, x):
        return x**self.n

    def backward(self, g, r, x):
        if self.n == 0:
            return (0.0,)
        return (g * self.n * x ** (self.n - 1),)


class Tanh(Function):
    def forward(self, x):
        return math.tanh(x)

    def backward(self, g, r, x):
        return (g * (1.0 - r * r),)


class Exp(Function):
    def forward(self, x):
        return math.exp(x)

    def backward(self, g, r, x):
        return (g * r,)


class Relu(Function):
    def forward(self, x):
        return x if x > 0 else 0.0

    def backward(self, g, r, x):
        return (g if x > 0 else 0.0,)


add, sub, mul, div = Add(), Sub(), Mul(), Div()
neg, power, tanh, exp, relu = Neg(), Pow(), Tanh(), Exp(), Relu()


class Value:
    def __init__(self, data, _prev=(), _maker=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._maker = _maker

    def __add__(self, other): return add(self, other)
    def __radd__(self, other): return add(other, self)
    def __sub__(self, other): return sub(self, other)
    def __rsub__(self, other): return sub(other, self)
    def __mul__(self, other): return mul(self, other)
    def __rmul__(self, other): return mul(other, self)
    def __truediv__(self, other): return div(self, other)
    def __rtruediv__(self, other): return div(other, self)
    def __neg__(self): return neg(self)
    def __pow__(self, n): return power.to(n)(self)
    def tanh(self): return tanh(self)
    def exp(self): return exp(self)
    def relu(self): return relu(self)

    def _backward(self):
        numbers = [node.data for node in self._prev]
        for node, g in zip(self._prev, self._maker.backward(self.grad, self.data, *numbers)):
            node.grad += g

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._maker is not None]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        while inner:
            inner.pop()._backward()


def build_topo(v, visited, topo):
    """The mirror of a pre-order: children after their parents on the stack, twice seen."""
    stack = [v]
    done = set()
    while stack:
        node = stack.pop()
        if node in done:
            continue
        if node in visited:
            done.add(node)
            topo.append(node)
            continue
        visited.add(node)
        stack.append(node)
        stack.extend(p for p in node._prev if p not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
