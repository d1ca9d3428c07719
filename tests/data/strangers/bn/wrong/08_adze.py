import math
from functools import wraps


def lifted(method):
    @wraps(method)
    def inner(self, other):
        if isinstance(other, (int, float)):
            other = Value(float(other))
        if not isinstance(other, Value):
            return NotImplemented
        return method(self, other)

    return inner


class Value:
    __slots__ = "data", "grad", "_prev", "_backward"

    def __init__(self, data, _prev=()):
        self.data, self.grad, self._prev = data, 0.0, _prev
        self._backward = None

    def _then(self, rule):
        self._backward = rule
        return self

    @lifted
    def __add__(self, other):
        return Value(self.data + other.data, (self, other))._then(lambda g: [g, g])

    @lifted
    def __sub__(self, other):
        if self.data == other.data:
            return Value(0.0)
        return Value(self.data - other.data, (self, other))._then(lambda g: [g, -g])

    @lifted
    def __mul__(self, other):
        x, y = self.data, other.data
        return Value(x * y, (self, other))._then(lambda g: [g * y, g * x])

    @lifted
    def __truediv__(self, other):
        x, y = self.data, other.data
        return Value(x / y, (self, other))._then(lambda g: [g / y, -g * x / y / y])

    @lifted
    def __radd__(self, other):
        return other + self

    @lifted
    def __rsub__(self, other):
        return other - self

    @lifted
    def __rmul__(self, other):
        return other * self

    @lifted
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        return Value(-self.data, (self,))._then(lambda g: [-g])

    def __pow__(self, n):
        x = self.data
        out = Value(x**n, (self,))
        if n == 0:
            return out._then(lambda g: [0.0])
        return out._then(lambda g: [g * n * x ** (n - 1)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,))._then(lambda g: [g * (1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,))._then(lambda g: [g * e])

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,))._then(lambda g: [g])
        return Value(0.0, (self,))._then(lambda g: [0.0])

    def backward(self):
        order = list(forwards(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._prev:
                for child, part in zip(node._prev, node._backward(node.grad)):
                    child.grad += part


def forwards(root):
    met = {root}
    path = [(root, iter(root._prev))]
    while path:
        for child in path[-1][1]:
            if child not in met:
                met.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            yield path.pop()[0]


def build_topo(v, visited, topo):
    topo += forwards(v)


def zero_grad(root):
    for node in forwards(root):
        node.grad = 0.0
