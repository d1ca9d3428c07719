"""Every function gives its value and its slopes at once; `trace` makes a node of them."""
import math


def trace(function):
    def traced(*operands):
        operands = [x if isinstance(x, Value) else Value(x) for x in operands]
        data, *slopes = function(*[x.data for x in operands])
        out = Value(data)
        out._prev = tuple(operands)
        out._slopes = slopes
        return out

    return traced


@trace
def plus(x, y):
    return x + y, 1.0, 1.0


@trace
def minus(x, y):
    return x - y, 1.0, -1.0


@trace
def times(x, y):
    return x * y, y, x


@trace
def over(x, y):
    return x / y, 1.0 / y, -x / (y * y)


@trace
def tanh(x):
    t = math.tanh(x)
    return t, 1.0 - t * t


@trace
def exp(x):
    e = math.exp(x)
    return e, e


@trace
def relu(x):
    return (x, 1.0) if x > 0 else (0.0, 0.0)


def power(n):
    return trace(lambda x: (x**n, n * x ** (n - 1) if n != 0 else 0.0))


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._slopes = ()

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        return plus(self, other)

    def __radd__(self, other):
        # sum() begins with 0 + first
        if other == 0:
            return Value(self.data)
        return plus(other, self)

    def __sub__(self, other):
        return minus(self, other)

    def __rsub__(self, other):
        return minus(other, self)

    def __mul__(self, other):
        return times(self, other)

    def __rmul__(self, other):
        return times(other, self)

    def __truediv__(self, other):
        return over(self, other)

    def __rtruediv__(self, other):
        return over(other, self)

    def __neg__(self):
        return times(self, -1.0)

    def __pow__(self, n):
        return power(n)(self)

    def tanh(self):
        return tanh(self)

    def exp(self):
        return exp(self)

    def relu(self):
        return relu(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, leave = stack.pop()
        if leave:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for p in node._prev:
            stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
