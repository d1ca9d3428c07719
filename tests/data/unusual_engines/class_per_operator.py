import math


class Value:
    """A class for each operator; the rule is a generator of shares."""

    sources = ()

    def __init__(self, data):
        self.data, self.grad = data, 0.0

    def shares(self):
        yield from ()
    def __add__(self, other): return Sum(self, other)
    def __radd__(self, other): return Sum(other, self)
    def __mul__(self, other): return Product(self, other)
    def __rmul__(self, other): return Product(other, self)
    def __neg__(self): return Product(-1, self)
    def __sub__(self, other): return Sum(self, Product(-1, other))
    def __rsub__(self, other): return Sum(other, -self)
    def __pow__(self, n): return Power(self, n)
    def __truediv__(self, other): return Product(self, Power(node(other), -1))
    def __rtruediv__(self, other): return Product(other, Power(self, -1))
    def tanh(self): return Tanh(self)
    def exp(self): return Exp(self)
    def relu(self): return Relu(self)

    def backward(self):
        order = list(postorder(self))
        for each in order:
            if each.sources:
                each.grad = 0.0
        self.grad += 1.0
        for each in reversed(order):
            for source, share in each.shares():
                source.grad += share
            if each.sources:
                each.grad = 0.0  # handed on, so forgotten

    def zero_grad(self):
        for each in postorder(self):
            each.grad = 0.0


def node(item):
    return item if isinstance(item, Value) else Value(item)


class Operation(Value):
    def __init__(self, *operands):
        self.sources = tuple(map(node, operands))
        super().__init__(self.forward(*(source.data for source in self.sources)))

    def shares(self):
        slopes = self.slopes(*(source.data for source in self.sources))
        for source, slope in zip(self.sources, slopes):
            yield source, slope * self.grad

class Sum(Operation):
    def forward(self, x, y): return x + y
    def slopes(self, x, y): return 1, 1

class Product(Operation):
    def forward(self, x, y): return x * y
    def slopes(self, x, y): return y, x

class Power(Operation):
    def __init__(self, base, n):
        self.n = n
        super().__init__(base)
    def forward(self, x): return x**self.n
    def slopes(self, x): return (self.n * x ** (self.n - 1) if self.n else 0,)

class Tanh(Operation):
    def forward(self, x): return math.tanh(x)
    def slopes(self, x): return (1 - self.data**2,)

class Exp(Operation):
    def forward(self, x): return math.exp(x)
    def slopes(self, x): return (self.data,)

class Relu(Operation):
    def forward(self, x): return max(x, 0)
    def slopes(self, x): return (int(x > 0),)

def postorder(root):
    """A generator of nodes, inputs first."""
    seen, stack = set(), [(root, False)]
    while stack:
        each, done = stack.pop()
        if done:
            yield each
        elif each not in seen:
            seen.add(each)
            stack.append((each, True))
            stack += [(source, False) for source in each.sources]


def build_topo(v, visited, topo):
    topo += postorder(v)
