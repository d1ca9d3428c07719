"""Add, Sub, Mul, Div, Pow and three curves."""

import math


class Value:
    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def _backward(self):
        return None

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, x):
        return Add(self, Value.of(x))

    def __radd__(self, x):
        return Add(Value.of(x), self)

    def __sub__(self, x):
        return Sub(self, Value.of(x))

    def __rsub__(self, x):
        return Sub(Value.of(x), self)

    def __mul__(self, x):
        return Mul(self, Value.of(x))

    def __rmul__(self, x):
        return Mul(Value.of(x), self)

    def __truediv__(self, x):
        return Div(self, Value.of(x))

    def __rtruediv__(self, x):
        return Div(Value.of(x), self)

    def __neg__(self):
        return Sub(Value(0.0), self)

    def __pow__(self, n):
        return Pow(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in reversed(topo):
            node._backward()


class Op(Value):
    def __init__(self, *inputs):
        super().__init__(self.eval_(*(node.data for node in inputs)))
        self._prev = inputs

    def _backward(self):
        local = self.local(*(node.data for node in self._prev))
        for node, slope in zip(self._prev, local):
            node.grad += slope * self.grad


class Add(Op):
    def eval_(self, a, b):
        return a + b

    def local(self, a, b):
        return 1.0, 1.0


class Sub(Op):
    def eval_(self, a, b):
        return a - b

    def local(self, a, b):
        return 1.0, -1.0


class Mul(Op):
    def eval_(self, a, b):
        return a * b

    def local(self, a, b):
        return b, a


class Div(Op):
    def eval_(self, a, b):
        return a / b

    def local(self, a, b):
        return 1.0 / b, -a / (b * b)


class Pow(Op):
    def __init__(self, base, n):
        self.n = n
        super().__init__(base)

    def eval_(self, a):
        return a**self.n

    def local(self, a):
        return (self.n * a ** (self.n - 1) if self.n else 0.0,)


class Tanh(Op):
    def eval_(self, a):
        return math.tanh(a)

    def local(self, a):
        return ((1.0 + self.data) * (1.0 - self.data),)


class Exp(Op):
    def eval_(self, a):
        return math.exp(a)

    def local(self, a):
        return (self.data,)


class Relu(Op):
    def eval_(self, a):
        return a if a > 0 else 0.0

    def local(self, a):
        return (1.0 if a > 0 else 0.0,)


def build_topo(v, visited, topo):
    path = [iter([v])]
    open_nodes = []
    while path:
        node = next(path[-1], None)
        if node is None:
            path.pop()
            if open_nodes:
                topo.append(open_nodes.pop())
        elif node not in visited:
            visited.add(node)
            open_nodes.append(node)
            path.append(iter(node._prev))


def zero_grad(root):
    pile, seen = [root], set()
    while pile:
        node = pile.pop()
        if node in seen or (node is not root and node.grad == 0.0):
            continue
        seen.add(node)
        node.grad = 0.0
        pile.extend(node._prev)
