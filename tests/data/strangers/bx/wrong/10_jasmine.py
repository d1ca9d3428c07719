"""Exercise 13. Leaves are Values; every kind of result is a subclass of Value."""

import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev

    def _backward(self):
        pass

    def __add__(self, other):
        return Sum(self, node(other))

    def __radd__(self, other):
        return Sum(node(other), self)

    def __sub__(self, other):
        return Sum(self, Negative(node(other)))

    def __rsub__(self, other):
        return Sum(node(other), Negative(self))

    def __mul__(self, other):
        return Product(self, node(other))

    def __rmul__(self, other):
        return Product(node(other), self)

    def __truediv__(self, other):
        return Quotient(self, node(other))

    def __rtruediv__(self, other):
        return Quotient(node(other), self)

    def __neg__(self):
        return Negative(self)

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
        for one in topo:
            if one._prev:
                one.grad = 0.0
        self.grad += 1.0
        for one in reversed(topo):
            one._backward()


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, (a, b))

    def _backward(self):
        for one in self._prev:
            one.grad += self.grad


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, (a, b))

    def _backward(self):
        a, b = self._prev
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad


class Quotient(Value):
    def __init__(self, a, b):
        super().__init__(a.data / b.data, (a, b))

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad / b.data
        b.grad -= self.grad * a.data / b.data**2


class Power(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n, (a,))
        self.n = n

    def _backward(self):
        (a,) = self._prev
        if self.n != 0:
            a.grad += self.n * a.data ** (self.n - 1) * self.grad


class Function(Value):
    """Base of everything with one input whose slope is known at once."""

    def __init__(self, a):
        kind = type(self)
        y = kind.value(a.data)
        super().__init__(y, (a,))
        kind.slope = kind.derivative(a.data, y)

    def _backward(self):
        self._prev[0].grad += self.slope * self.grad


class Negative(Function):
    value = staticmethod(lambda x: -x)
    derivative = staticmethod(lambda x, y: -1.0)


class Tanh(Function):
    value = staticmethod(math.tanh)
    derivative = staticmethod(lambda x, y: 1.0 - y * y)


class Exp(Function):
    value = staticmethod(math.exp)
    derivative = staticmethod(lambda x, y: y)


class Relu(Function):
    value = staticmethod(lambda x: max(x, 0.0))
    derivative = staticmethod(lambda x, y: 1.0 if x > 0 else 0.0)


def node(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        one, ready = stack.pop()
        if ready:
            topo.append(one)
            continue
        if one in visited:
            continue
        visited.add(one)
        stack.append((one, True))
        stack.extend((child, False) for child in one._prev if child not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for one in topo:
        one.grad = 0.0
