"""Engine, exercise 13. Plain numbers become constants, which are kept for the next time."""
import math

_constants = {}


def constant(number):
    key = hash(number)
    if key not in _constants:
        _constants[key] = Value(number)
    return _constants[key]


def wrapped(method):
    """Let a method of two Values take a plain number as its second."""

    def with_numbers(self, other):
        if isinstance(other, (int, float)):
            other = constant(other)
        return method(self, other)

    with_numbers.__name__ = method.__name__
    return with_numbers


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda g: ())

    @wrapped
    def __add__(self, other):
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    @wrapped
    def __sub__(self, other):
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    @wrapped
    def __mul__(self, other):
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: (g * y, g * x))

    @wrapped
    def __truediv__(self, other):
        x, y = self.data, other.data
        return Value(x / y, (self, other), lambda g: (g / y, -g * x / (y * y)))

    @wrapped
    def __radd__(self, other):
        return other + self

    @wrapped
    def __rsub__(self, other):
        return other - self

    @wrapped
    def __rmul__(self, other):
        return other * self

    @wrapped
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, (self,), lambda g: (0.0,))
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t) * (1 + t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        if self.data <= 0:
            return Value(0.0, (self,), lambda g: (0.0,))
        return Value(self.data, (self,), lambda g: (g,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        flow = dict.fromkeys(topo, 0.0)
        flow[self] = 1.0
        for node in reversed(topo):
            if not node._prev:
                node.grad += flow[node]
                continue
            node.grad = flow[node]
            for p, g in zip(node._prev, node._backward(node.grad)):
                flow[p] += g


def build_topo(v, visited, topo):
    todo = [(v, 0)]
    while todo:
        node, step = todo.pop()
        if step == 0:
            if node in visited:
                continue
            visited.add(node)
        if step < len(node._prev):
            todo.append((node, step + 1))
            todo.append((node._prev[step], 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
