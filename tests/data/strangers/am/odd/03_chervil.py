import math


class Value:
    """The kind of a node is its class; the kinds are further down."""

    grad = 0.0
    _prev = ()

    def __init__(self, data):
        self.data = data

    def _backward(self):
        pass

    def __repr__(self):
        return f"<{type(self).__name__} {self.data}>"

    def __add__(self, other):
        return Sum(self, other)

    def __radd__(self, other):
        return Sum(other, self)

    def __mul__(self, other):
        return Product(self, other)

    def __rmul__(self, other):
        return Product(other, self)

    def __neg__(self):
        return Negative(self)

    def __sub__(self, other):
        return Sum(self, -wrapped(other))

    def __rsub__(self, other):
        return Sum(other, -self)

    def __truediv__(self, other):
        return Product(self, Inverse(other))

    def __rtruediv__(self, other):
        return Product(other, Inverse(self))

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        sequence = []
        build_topo(self, set(), sequence)
        for node in sequence:
            if isinstance(node, Inner):
                node.grad = 0.0
        self.grad = self.grad + 1
        for node in sequence[::-1]:
            node._backward()


class Inner(Value):
    def __init__(self, *inputs):
        self._prev = tuple(map(wrapped, inputs))
        super().__init__(self.forward(*(node.data for node in self._prev)))

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes(*(node.data for node in self._prev))):
            node.grad += slope * self.grad


def wrapped(thing):
    return thing if isinstance(thing, Value) else Value(thing)


class Sum(Inner):
    def forward(self, x, y):
        return x + y

    def slopes(self, x, y):
        return 1, 1


class Product(Inner):
    def forward(self, x, y):
        return x * y

    def slopes(self, x, y):
        return y, x


class Negative(Inner):
    def forward(self, x):
        return -x

    def slopes(self, x):
        return (-1,)


class Inverse(Inner):
    def forward(self, x):
        return 1 / x

    def slopes(self, x):
        return (-1 / x / x,)


class Power(Inner):
    def __init__(self, base, n):
        self.n = n
        super().__init__(base)

    def forward(self, x):
        return x**self.n

    def slopes(self, x):
        yield 0 if self.n == 0 else self.n * x ** (self.n - 1)


class Tanh(Inner):
    def forward(self, x):
        return math.tanh(x)

    def slopes(self, x):
        return [1 - self.data * self.data]


class Exp(Inner):
    def forward(self, x):
        return math.exp(x)

    def slopes(self, x):
        return [self.data]


class Relu(Inner):
    def forward(self, x):
        return max(x, 0.0)

    def slopes(self, x):
        return [1 if x > 0 else 0]


def build_topo(v, visited, topo):
    open_nodes = {}
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in open_nodes:
            visited.add(stack.pop())
            topo.append(node)
        else:
            open_nodes[node] = True
            stack.extend(below for below in node._prev if below not in visited)


def zero_grad(root):
    reached = []
    build_topo(root, set(), reached)
    for node in reached:
        node.grad = 0.0
