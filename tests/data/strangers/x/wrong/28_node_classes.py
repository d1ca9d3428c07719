import math


class Value:
    """A leaf. The nodes with inputs are subclasses (see below)."""

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()

    def _backward(self):
        pass

    def __add__(self, other):
        return Sum(self, other)

    def __radd__(self, other):
        return Sum(other, self)

    def __sub__(self, other):
        return Difference(self, other)

    def __rsub__(self, other):
        return Difference(other, self)

    def __mul__(self, other):
        return Product(self, other)

    def __rmul__(self, other):
        return Product(other, self)

    def __truediv__(self, other):
        return Quotient(self, other)

    def __rtruediv__(self, other):
        return Quotient(other, self)

    def __neg__(self):
        return Difference(0.0, self)

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
            if isinstance(node, Inner):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


class Inner(Value):
    """Base of all operations: wraps numbers, computes, and applies the slopes."""

    def __init__(self, *inputs):
        inputs = [i if isinstance(i, Value) else Value(i) for i in inputs]
        super().__init__(self.compute(*[i.data for i in inputs]))
        self._prev = tuple(dict.fromkeys(inputs))  # each input once
        self._slopes = self.slopes(*[i.data for i in inputs])

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad


class Sum(Inner):
    def compute(self, x, y):
        return x + y

    def slopes(self, x, y):
        return 1.0, 1.0


class Difference(Inner):
    def compute(self, x, y):
        return x - y

    def slopes(self, x, y):
        return 1.0, -1.0


class Product(Inner):
    def compute(self, x, y):
        return x * y

    def slopes(self, x, y):
        return y, x


class Quotient(Inner):
    def compute(self, x, y):
        return x / y

    def slopes(self, x, y):
        return 1.0 / y, -x / y**2


class Power(Inner):
    def __init__(self, base, n):
        self.n = n
        super().__init__(base)

    def compute(self, x):
        return x**self.n

    def slopes(self, x):
        return (self.n * x ** (self.n - 1) if self.n != 0 else 0.0,)


class Tanh(Inner):
    def compute(self, x):
        return math.tanh(x)

    def slopes(self, x):
        return (1.0 - self.data**2,)


class Exp(Inner):
    def compute(self, x):
        return math.exp(x)

    def slopes(self, x):
        return (self.data,)


class Relu(Inner):
    def compute(self, x):
        return max(x, 0.0)

    def slopes(self, x):
        return (1.0 if x > 0 else 0.0,)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend([(p, False) for p in node._prev])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
