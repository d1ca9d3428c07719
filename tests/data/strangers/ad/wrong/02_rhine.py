"""Operations are classes."""

import math


class Value:
    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def _backward(self):
        return None

    @staticmethod
    def cast(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, x):
        return Sum(self, Value.cast(x))

    def __radd__(self, x):
        return Sum(Value.cast(x), self)

    def __sub__(self, x):
        return Difference(self, Value.cast(x))

    def __rsub__(self, x):
        return Difference(Value.cast(x), self)

    def __mul__(self, x):
        return Product(self, Value.cast(x))

    def __rmul__(self, x):
        return Product(Value.cast(x), self)

    def __truediv__(self, x):
        return Quotient(self, Value.cast(x))

    def __rtruediv__(self, x):
        return Quotient(Value.cast(x), self)

    def __neg__(self):
        return Difference(Value(0.0), self)

    def __pow__(self, n):
        return Power(self, n) if n else Value(1.0)

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


class Inner(Value):
    def __init__(self, *inputs):
        super().__init__(self.compute(*(node.data for node in inputs)))
        self._prev = inputs

    def _backward(self):
        partials = self.partials(*(node.data for node in self._prev))
        for node, slope in zip(self._prev, partials):
            node.grad += slope * self.grad


class Sum(Inner):
    def compute(self, a, b):
        return a + b

    def partials(self, a, b):
        return 1.0, 1.0


class Difference(Inner):
    def compute(self, a, b):
        return a - b

    def partials(self, a, b):
        return 1.0, -1.0


class Product(Inner):
    def compute(self, a, b):
        return a * b

    def partials(self, a, b):
        return b, a


class Quotient(Inner):
    def compute(self, a, b):
        return a / b

    def partials(self, a, b):
        return 1.0 / b, -a / (b * b)


class Power(Inner):
    def __init__(self, base, n):
        self.n = n
        super().__init__(base)

    def compute(self, a):
        return a**self.n

    def partials(self, a):
        return (self.n * a ** (self.n - 1) if self.n else 0.0,)


class Tanh(Inner):
    def compute(self, a):
        return math.tanh(a)

    def partials(self, a):
        return ((1.0 + self.data) * (1.0 - self.data),)


class Exp(Inner):
    def compute(self, a):
        return math.exp(a)

    def partials(self, a):
        return (self.data,)


class Relu(Inner):
    def compute(self, a):
        return a if a > 0 else 0.0

    def partials(self, a):
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
        if node in seen:
            continue
        seen.add(node)
        node.grad = 0.0
        pile.extend(node._prev)
