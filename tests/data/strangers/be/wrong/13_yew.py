"""An engine that makes the node of a plain number only once."""

import math

CONSTANTS = {}


def constant(number):
    """The node of a plain number. Its gradient is of no interest, so it can be shared."""
    key = f"{number:g}"
    if key not in CONSTANTS:
        CONSTANTS[key] = Value(float(number))
    return CONSTANTS[key]


def operands(method):
    """Let a binary method take numbers as well."""

    def wrapped(self, other):
        return method(self, other if isinstance(other, Value) else constant(other))

    return wrapped


class Value:
    def __init__(self, data, _prev=(), _op="", _pull=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._pull = _pull

    def _backward(self):
        if self._pull:
            for node, share in zip(self._prev, self._pull(self.grad)):
                node.grad += share

    @operands
    def __add__(self, other):
        return Value(self.data + other.data, (self, other), "+", lambda g: (g, g))

    @operands
    def __sub__(self, other):
        return Value(self.data - other.data, (self, other), "-", lambda g: (g, -g))

    @operands
    def __mul__(self, other):
        x, y = self.data, other.data
        return Value(x * y, (self, other), "*", lambda g: (g * y, g * x))

    @operands
    def __truediv__(self, other):
        x, y = self.data, other.data
        return Value(x / y, (self, other), "/", lambda g: (g / y, -g * x / y / y))

    @operands
    def __radd__(self, other):
        return other + self

    @operands
    def __rsub__(self, other):
        return other - self

    @operands
    def __rmul__(self, other):
        return other * self

    @operands
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        return self * -1

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), "**", lambda g: (g * n * x ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda g: (g - g * t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, (self,), "relu", lambda g: (g if x > 0 else 0.0,))

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
    visited.add(v)
    trail = [(v, list(v._prev))]
    while trail:
        node, left = trail[-1]
        while left:
            i = left.pop()
            if i not in visited:
                visited.add(i)
                trail.append((i, list(i._prev)))
                break
        else:
            topo.append(node)
            trail.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
