"""Values form a small family of classes: leaves, results of operators, functions."""

import math


class Value:
    """A leaf. The results of operations are made by the classes below."""

    restarts = False
    _prev = ()

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0

    def __repr__(self):
        return f"{type(self).__name__}(data={self.data}, grad={self.grad})"

    def _backward(self):
        pass

    def __add__(self, other):
        return Sum(self, leaf(other))

    def __radd__(self, other):
        return Sum(leaf(other), self)

    def __sub__(self, other):
        return Difference(self, leaf(other))

    def __rsub__(self, other):
        return Difference(leaf(other), self)

    def __mul__(self, other):
        return Product(self, leaf(other))

    def __rmul__(self, other):
        return Product(leaf(other), self)

    def __truediv__(self, other):
        return Quotient(self, leaf(other))

    def __rtruediv__(self, other):
        return Quotient(leaf(other), self)

    def __neg__(self):
        return Product(self, Value(-1.0))

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
            if node.restarts:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def leaf(x):
    return x if isinstance(x, Value) else Value(x)


class Operator(Value):
    """The result of an operator. It starts every backward() at 0."""

    restarts = True

    def __init__(self, a, b):
        super().__init__(self.value(a.data, b.data))
        self._prev = (a, b)

    def _backward(self):
        a, b = self._prev
        for_a, for_b = self.slopes(a.data, b.data)
        a.grad += for_a * self.grad
        b.grad += for_b * self.grad


class Sum(Operator):
    value = staticmethod(lambda a, b: a + b)
    slopes = staticmethod(lambda a, b: (1.0, 1.0))


class Difference(Operator):
    value = staticmethod(lambda a, b: a - b)
    slopes = staticmethod(lambda a, b: (1.0, -1.0))


class Product(Operator):
    value = staticmethod(lambda a, b: a * b)
    slopes = staticmethod(lambda a, b: (b, a))


class Quotient(Operator):
    value = staticmethod(lambda a, b: a / b)
    slopes = staticmethod(lambda a, b: (1 / b, -a / b**2))


class Power(Operator):
    def __init__(self, a, n):
        Value.__init__(self, a.data**n)
        self._prev = (a,)
        self.n = n

    def _backward(self):
        if self.n != 0:
            (a,) = self._prev
            a.grad += self.n * a.data ** (self.n - 1) * self.grad


class Function(Value):
    """A function of one value."""

    def __init__(self, a):
        super().__init__(self.value(a.data))
        self._prev = (a,)

    def _backward(self):
        self._prev[0].grad += self.slope() * self.grad


class Tanh(Function):
    value = staticmethod(math.tanh)

    def slope(self):
        return 1.0 - self.data**2


class Exp(Function):
    value = staticmethod(math.exp)

    def slope(self):
        return self.data


class Relu(Function):
    value = staticmethod(lambda a: max(a, 0.0))

    def slope(self):
        return 1.0 if self.data > 0 else 0.0


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend([(x, False) for x in node._prev])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
