import math


class Value:
    """Contributions arrive as letters and are added up when somebody asks."""

    def __init__(self, data, inputs=(), slopes=()):
        self.data = data
        self._prev = inputs
        self._slopes = slopes
        self._letters = []
        self._known = 0.0

    @property
    def grad(self):
        if self._letters:
            self._known += sum(self._letters)
            self._letters.clear()
        return self._known

    @grad.setter
    def grad(self, number):
        self._known = number

    def clear(self):
        self._letters.clear()
        self._known = 0.0

    def _backward(self):
        g = self.grad
        for node, slope in zip(self._prev, self._slopes):
            node._letters.append(slope * g)

    def backward(self):
        line = []
        build_topo(self, set(), line)
        for node in line:
            if node._prev:
                node.clear()
        self._letters.append(1.0)
        for node in reversed(line):
            if node._prev:
                node._backward()

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), (slope,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __add__(self, other):
        return plus(self, other)

    def __radd__(self, other):
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


def both(f):
    def operation(a, b):
        a = a if isinstance(a, Value) else Value(float(a))
        b = b if isinstance(b, Value) else Value(float(b))
        return f(a, b)

    return operation


@both
def plus(a, b):
    return Value(a.data + b.data, (a, b), (1.0, 1.0))


@both
def minus(a, b):
    return Value(a.data - b.data, (a, b), (1.0, -1.0))


@both
def times(a, b):
    return Value(a.data * b.data, (a, b), (b.data, a.data))


@both
def over(a, b):
    q = a.data / b.data
    return Value(q, (a, b), (1.0 / b.data, -q / b.data))


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        new = next((i for i in inputs if i not in visited), None)
        if new is None:
            topo.append(node)
            stack.pop()
        else:
            visited.add(new)
            stack.append((new, iter(new._prev)))


def zero_grad(root):
    line = []
    build_topo(root, set(), line)
    for node in line:
        node.clear()
