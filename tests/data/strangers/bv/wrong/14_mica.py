import math


class Node:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, *terms):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(node for node, _ in terms)
        self._backward = {}
        for node, d in terms:
            self._backward[node] = d

    def terms(self):
        return self._backward.items()


class Arithmetic:
    """The operators in terms of add, scale, product, power."""

    __slots__ = ()

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(other, self)

    def __mul__(self, other):
        return product(self, other)

    def __rmul__(self, other):
        return product(other, self)

    def __sub__(self, other):
        return add(self, -lift(other))

    def __rsub__(self, other):
        return add(other, -self)

    def __truediv__(self, other):
        return product(self, power(other, -1))

    def __rtruediv__(self, other):
        return product(other, power(self, -1))

    def __pow__(self, n):
        return power(self, n)

    def __neg__(self):
        return Value(-self.data, (self, -1.0))


class Value(Arithmetic, Node):
    __slots__ = ()

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1 - t * t))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self, y))

    def relu(self):
        if self.data <= 0:
            return Value(0.0, (self, 0.0))
        return Value(self.data, (self, 1.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        adjoint = dict.fromkeys(topo, 0.0)
        adjoint[self] = 1.0
        for v in reversed(topo):
            for p, d in v.terms():
                adjoint[p] += adjoint[v] * d
        for v, g in adjoint.items():
            v.grad = g if v._prev else v.grad + g


def lift(x):
    return x if isinstance(x, Node) else Value(x)


def add(x, y):
    x, y = lift(x), lift(y)
    return Value(x.data + y.data, (x, 1.0), (y, 1.0))


def product(x, y):
    x, y = lift(x), lift(y)
    return Value(x.data * y.data, (x, y.data), (y, x.data))


def power(x, n):
    x = lift(x)
    if n == 0:
        return Value(1.0, (x, 0.0))
    return Value(x.data**n, (x, n * x.data ** (n - 1)))


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        visited.add(node)
        for p in node._prev:
            if p not in visited:
                stack.append(p)
                break
        else:
            topo.append(stack.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
