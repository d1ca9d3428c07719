"""Exercise 13 with a small class for each operation."""
import math


class Value:
    """Base class of all nodes; by itself it is a leaf."""

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev

    def slopes(self):
        """How fast this node moves with each of its inputs."""
        return ()

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes()):
            node.grad += slope * self.grad

    def __add__(self, other):
        return Add(self, other)

    def __radd__(self, other):
        return Add(other, self)

    def __sub__(self, other):
        return Sub(self, other)

    def __rsub__(self, other):
        return Sub(other, self)

    def __mul__(self, other):
        return Mul(self, other)

    def __rmul__(self, other):
        return Mul(other, self)

    def __truediv__(self, other):
        return Div(self, other)

    def __rtruediv__(self, other):
        return Div(other, self)

    def __neg__(self):
        return Mul(self, -1.0)

    def __pow__(self, n):
        return Pow(self, n)

    def tanh(self):
        return Tanh(math.tanh(self.data), (self,))

    def exp(self):
        return Exp(math.exp(self.data), (self,))

    def relu(self):
        return Relu(max(self.data, 0.0), (self,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


class Binary(Value):
    def __init__(self, left, right):
        left, right = (x if isinstance(x, Value) else Value(x) for x in (left, right))
        super().__init__(self.compute(left.data, right.data), (left, right))


class Add(Binary):
    def compute(self, x, y):
        return x + y

    def slopes(self):
        return (1.0, 1.0)


class Sub(Add):
    def compute(self, x, y):
        return x - y


class Mul(Binary):
    def compute(self, x, y):
        return x * y

    def slopes(self):
        left, right = self._prev
        return (right.data, left.data)


class Div(Binary):
    def compute(self, x, y):
        return x / y

    def slopes(self):
        left, right = self._prev
        return (1.0 / right.data, -left.data / right.data / right.data)


class Pow(Value):
    def __init__(self, base, n):
        super().__init__(base.data**n, (base,))
        self.n = n

    def slopes(self):
        return (self.n * self._prev[0].data ** (self.n - 1) if self.n != 0 else 0.0,)


class Tanh(Value):
    def slopes(self):
        return (1.0 - self.data**2,)


class Exp(Value):
    def slopes(self):
        return (self.data,)


class Relu(Value):
    def slopes(self):
        return (1.0 if self.data > 0 else 0.0,)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
