"""Scalar autograd. Each operation is a subclass of Value with `slopes()`."""

import math

FLAT = 20.0  # beyond this tanh is 1 in all digits of a float


class Value:
    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def slopes(self):
        return ()

    def _backward(self):
        for x, slope in zip(self._prev, self.slopes()):
            x.grad += slope * self.grad

    # Each operator makes the node of its class; in the r-ones the number stands left.
    __add__ = lambda self, other: Add(self, other)
    __sub__ = lambda self, other: Sub(self, other)
    __mul__ = lambda self, other: Mul(self, other)
    __truediv__ = lambda self, other: Div(self, other)
    __radd__ = lambda self, other: Add(other, self)
    __rsub__ = lambda self, other: Sub(other, self)
    __rmul__ = lambda self, other: Mul(other, self)
    __rtruediv__ = lambda self, other: Div(other, self)
    __neg__ = lambda self: Sub(0.0, self)
    __pow__ = lambda self, n: Pow(self, n)

    tanh = lambda self: Tanh(self)
    exp = lambda self: Exp(self)
    relu = lambda self: Relu(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if isinstance(node, Operation):
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


class Operation(Value):
    def __init__(self, *inputs):
        self._prev = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
        super().__init__(self.compute(*(x.data for x in self._prev)))


class Add(Operation):
    def compute(self, x, y):
        return x + y

    def slopes(self):
        return 1.0, 1.0


class Sub(Operation):
    def compute(self, x, y):
        return x - y

    def slopes(self):
        return 1.0, -1.0


class Mul(Operation):
    def compute(self, x, y):
        return x * y

    def slopes(self):
        x, y = self._prev
        return y.data, x.data


class Div(Operation):
    def compute(self, x, y):
        return x / y

    def slopes(self):
        y = self._prev[1].data
        return 1.0 / y, -self.data / y


class Pow(Operation):
    def __init__(self, x, n):
        self.n = n
        super().__init__(x)

    def compute(self, x):
        return x**self.n

    def slopes(self):
        return (self.n * self._prev[0].data ** (self.n - 1) if self.n else 0.0,)


class Tanh(Operation):
    def compute(self, x):
        if abs(x) > FLAT:
            return 1.0
        e = math.exp(2.0 * x)
        return (e - 1.0) / (e + 1.0)

    def slopes(self):
        return (1.0 - self.data**2,)


class Exp(Operation):
    def compute(self, x):
        return math.exp(x)

    def slopes(self):
        return (self.data,)


class Relu(Operation):
    def compute(self, x):
        return x if x > 0 else 0.0

    def slopes(self):
        return (1.0 if self.data > 0 else 0.0,)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((x, False) for x in node._prev)


def zero_grad(root):
    seen, todo = {root}, [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for x in node._prev:
            if x not in seen:
                seen.add(x)
                todo.append(x)
