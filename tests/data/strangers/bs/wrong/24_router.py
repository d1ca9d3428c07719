"""Function classes with forward and backward, in the manner of the big library."""

import math
from collections import Counter


class Function:
    """One use of an operation; `saved` is what backward will need."""

    def __init__(self):
        self.saved = ()

    @classmethod
    def apply(cls, *args):
        f = cls()
        inputs = tuple(a if isinstance(a, Value) else Value(a) for a in args)
        return Value(f.forward(*(i.data for i in inputs)), inputs, f.backward)


class Add(Function):
    def forward(self, a, b):
        return a + b

    def backward(self, g):
        return g, g


class Sub(Function):
    def forward(self, a, b):
        return a - b

    def backward(self, g):
        return g, -g


class Mul(Function):
    def forward(self, a, b):
        self.saved = a, b
        return a * b

    def backward(self, g):
        a, b = self.saved
        return g * b, g * a


class Div(Function):
    def forward(self, a, b):
        self.saved = a, b
        return a / b

    def backward(self, g):
        a, b = self.saved
        return g / b, -g * a / b**2


class Tanh(Function):
    def forward(self, a):
        self.saved = math.tanh(a)
        return self.saved

    def backward(self, g):
        return (g * (1 - self.saved**2),)


class Exp(Function):
    def forward(self, a):
        self.saved = math.exp(a)
        return self.saved

    def backward(self, g):
        return (g * self.saved,)


class Relu(Function):
    def forward(self, a):
        self.saved = a > 0
        return a if a > 0 else 0.0

    def backward(self, g):
        return (g if self.saved else 0.0,)


def power(base, n):
    def backward(g):
        return (g * n * base.data ** (n - 1) if n != 0 else 0.0,)

    return Value(base.data**n, (base,), backward)


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    __add__ = lambda self, other: Add.apply(self, other)
    __sub__ = lambda self, other: Sub.apply(self, other)
    __mul__ = lambda self, other: Mul.apply(self, other)
    __truediv__ = lambda self, other: Div.apply(self, other)
    __radd__ = lambda self, other: Add.apply(other, self)
    __rsub__ = lambda self, other: Sub.apply(other, self)
    __rmul__ = lambda self, other: Mul.apply(other, self)
    __rtruediv__ = lambda self, other: Div.apply(other, self)
    __pow__ = lambda self, n: power(self, n)
    __neg__ = lambda self: Sub.apply(0.0, self)
    tanh = lambda self: Tanh.apply(self)
    exp = lambda self: Exp.apply(self)
    relu = lambda self: Relu.apply(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        open_consumers = Counter(p for node in topo for p in node._prev)
        arrived = dict.fromkeys(topo, 0.0)
        arrived[self] = 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            g = arrived[node]
            if not node._prev:
                node.grad += g
                continue
            node.grad = g
            if g == 0.0:
                continue
            for p, share in zip(node._prev, node._backward(g)):
                arrived[p] += share
                open_consumers[p] -= 1
                if open_consumers[p] == 0:
                    ready.append(p)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        later = [p for p in node._prev if p not in visited]
        stack.extend(later)
        if not later:
            stack.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
