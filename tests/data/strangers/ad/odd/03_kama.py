"""One class for each operation; a leaf is the plain Value."""

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
        return Sum(self, Value.of(x))

    def __radd__(self, x):
        return Sum(Value.of(x), self)

    def __sub__(self, x):
        return Difference(self, Value.of(x))

    def __rsub__(self, x):
        return Difference(Value.of(x), self)

    def __mul__(self, x):
        return Product(self, Value.of(x))

    def __rmul__(self, x):
        return Product(Value.of(x), self)

    def __truediv__(self, x):
        return Quotient(self, Value.of(x))

    def __rtruediv__(self, x):
        return Quotient(Value.of(x), self)

    def __neg__(self):
        return Difference(Value(0.0), self)

    def __pow__(self, n):
        return Power(self, n)

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


class Operation(Value):
    def __init__(self, *inputs):
        super().__init__(self.forward(*(node.data for node in inputs)))
        self._prev = inputs

    def _backward(self):
        slopes = self.slopes(*(node.data for node in self._prev))
        for node, slope in zip(self._prev, slopes):
            node.grad += slope * self.grad


class Sum(Operation):
    def forward(self, a, b):
        return a + b

    def slopes(self, a, b):
        return 1.0, 1.0


class Difference(Operation):
    def forward(self, a, b):
        return a - b

    def slopes(self, a, b):
        return 1.0, -1.0


class Product(Operation):
    def forward(self, a, b):
        return a * b

    def slopes(self, a, b):
        return b, a


class Quotient(Operation):
    def forward(self, a, b):
        return a / b

    def slopes(self, a, b):
        return 1.0 / b, -a / (b * b)


class Power(Operation):
    def __init__(self, base, n):
        self.n = n
        super().__init__(base)

    def forward(self, a):
        return a**self.n

    def slopes(self, a):
        return (self.n * a ** (self.n - 1) if self.n else 0.0,)


class Tanh(Operation):
    def forward(self, a):
        return math.tanh(a)

    def slopes(self, a):
        return ((1.0 + self.data) * (1.0 - self.data),)


class Exp(Operation):
    def forward(self, a):
        return math.exp(a)

    def slopes(self, a):
        return (self.data,)


class Relu(Operation):
    def forward(self, a):
        return a if a > 0 else 0.0

    def slopes(self, a):
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
