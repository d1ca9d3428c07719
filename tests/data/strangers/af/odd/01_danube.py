import math


class Value:
    def __init__(self, data, *inputs):
        self.data, self.grad, self._prev = data, 0.0, list(inputs)

    def _backward(self):
        pass

    def __add__(self, other):
        return Sum(self, node(other))

    def __mul__(self, other):
        return Product(self, node(other))

    def __sub__(self, other):
        return Sum(self, Power(1, node(other), -1.0))

    def __truediv__(self, other):
        return Quotient(self, node(other))

    def __pow__(self, n):
        return Power(n, self)

    def __neg__(self):
        return Power(1, self, -1.0)

    def __radd__(self, other):
        return node(other) + self

    def __rmul__(self, other):
        return node(other) * self

    def __rsub__(self, other):
        return node(other) - self

    def __rtruediv__(self, other):
        return node(other) / self

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        line = []
        build_topo(self, set(), line)
        for one in line:
            one.grad = one.grad if type(one) in (Value, Number) else 0.0
        self.grad += 1.0
        for one in line[::-1]:
            one._backward()


class Number(Value):
    pass


def node(x):
    return x if isinstance(x, Value) else Number(x)


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, a, b)

    def _backward(self):
        for n in self._prev:
            n.grad += self.grad


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, a, b)
        self.factors = b.data, a.data

    def _backward(self):
        for n, factor in zip(self._prev, self.factors):
            n.grad += factor * self.grad


class Quotient(Product):
    def __init__(self, a, b):
        Value.__init__(self, a.data / b.data, a, b)
        self.factors = 1.0 / b.data, -self.data / b.data


class OfOne(Value):
    slope = 0.0

    def _backward(self):
        self._prev[0].grad += self.slope * self.grad


class Power(OfOne):
    """times * a ** n"""

    def __init__(self, n, a, times=1.0):
        super().__init__(times * a.data**n, a)
        if n:
            self.slope = times * n * a.data ** (n - 1)


class Tanh(OfOne):
    def __init__(self, a):
        super().__init__(math.tanh(a.data), a)
        self.slope = 1.0 - self.data**2


class Exp(OfOne):
    def __init__(self, a):
        super().__init__(math.exp(a.data), a)
        self.slope = self.data


class Relu(OfOne):
    def __init__(self, a):
        self.slope = float(a.data > 0.0)
        super().__init__(a.data if self.slope else 0.0, a)


def build_topo(v, visited, topo):
    pile = [(v, None)]
    while pile:
        one, rest = pile.pop()
        if rest is None:
            if one in visited:
                continue
            visited.add(one)
            rest = list(one._prev)
        if rest:
            pile += [(one, rest), (rest.pop(), None)]
        else:
            topo.append(one)


def zero_grad(root):
    line = []
    build_topo(root, set(), line)
    while line:
        line.pop().grad = 0.0
