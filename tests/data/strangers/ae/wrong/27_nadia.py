"""Engine with a class for each kind of node. Leaves are plain Values."""

import math


class Value:
    def __init__(self, data, *inputs):
        self.data = float(data)
        self.grad = 0.0
        self._prev = inputs

    def slopes(self):
        return ()

    def _backward(self):
        for i, slope in zip(self._prev, self.slopes()):
            i.grad += slope * self.grad

    def _node(self, x):
        return x if isinstance(x, type(self)) else Value(x)

    def __add__(self, other):
        return Sum(self, self._node(other))

    def __sub__(self, other):
        return Difference(self, self._node(other))

    def __mul__(self, other):
        return Product(self, self._node(other))

    def __truediv__(self, other):
        return Quotient(self, self._node(other))

    def __radd__(self, other):
        return Sum(self._node(other), self)

    def __rsub__(self, other):
        return Difference(self._node(other), self)

    def __rmul__(self, other):
        return Product(self._node(other), self)

    def __rtruediv__(self, other):
        return Quotient(self._node(other), self)

    def __pow__(self, n):
        return Power(self, n)

    def __neg__(self):
        return Product(self, Value(-1.0))

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        order = order[::-1]
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, a, b)

    def slopes(self):
        return 1.0, 1.0


class Difference(Value):
    def __init__(self, a, b):
        super().__init__(a.data - b.data, a, b)

    def slopes(self):
        return 1.0, -1.0


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, a, b)

    def slopes(self):
        a, b = self._prev
        return b.data, a.data


class Quotient(Value):
    def __init__(self, a, b):
        super().__init__(a.data / b.data, a, b)

    def slopes(self):
        a, b = self._prev
        return 1.0 / b.data, -self.data / b.data


class Power(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n, a)
        self.n = n

    def slopes(self):
        if self.n == 0:
            return (0.0,)
        return (self.n * self._prev[0].data ** (self.n - 1),)


class Tanh(Value):
    def __init__(self, a):
        super().__init__(math.tanh(a.data), a)

    def slopes(self):
        return (1.0 - self.data * self.data,)


class Exp(Value):
    def __init__(self, a):
        super().__init__(math.exp(a.data), a)

    def slopes(self):
        return (self.data,)


class Relu(Value):
    def __init__(self, a):
        super().__init__(a.data if a.data > 0 else 0.0, a)

    def slopes(self):
        return (1.0 if self.data > 0 else 0.0,)


def build_topo(v, visited, topo):
    agenda = [("enter", v)]
    while agenda:
        what, node = agenda.pop()
        if what == "leave":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append(("leave", node))
            for i in node._prev:
                agenda.append(("enter", i))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
