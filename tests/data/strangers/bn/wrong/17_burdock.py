import math
from array import array


class Value:
    __slots__ = ("data", "_cell", "_prev", "_local")

    def __init__(self, data, prev=(), local=None):
        self.data = data
        self._cell = array("f", (0.0,))
        self._prev = prev
        self._local = local

    @property
    def grad(self):
        return self._cell[0]

    @grad.setter
    def grad(self, number):
        self._cell[0] = number

    def _backward(self):
        if self._local:
            for node, slope in zip(self._prev, self._local()):
                node.grad += slope * self.grad

    def __add__(self, other):
        other = _v(other)
        return Value(self.data + other.data, (self, other), lambda: (1.0, 1.0))

    def __sub__(self, other):
        other = _v(other)
        return Value(self.data - other.data, (self, other), lambda: (1.0, -1.0))

    def __mul__(self, other):
        other = _v(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other), lambda: (b, a))

    def __truediv__(self, other):
        other = _v(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other), lambda: (1 / b, -a / b / b))

    def __radd__(self, other):
        return _v(other) + self

    def __rsub__(self, other):
        return _v(other) - self

    def __rmul__(self, other):
        return _v(other) * self

    def __rtruediv__(self, other):
        return _v(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda: (-1.0,))

    def __pow__(self, n):
        a = self.data
        return Value(a**n, (self,), lambda: (n * a ** (n - 1),) if n else (0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda: (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda: (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda: (1.0,))
        return Value(0.0, (self,), lambda: (0.0,))

    def backward(self):
        line = []
        build_topo(self, set(), line)
        for node in line:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(line):
            node._backward()


def _v(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, after = stack.pop()
        if after:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack += [(n, False) for n in node._prev if n not in visited]


def zero_grad(root):
    line = []
    build_topo(root, set(), line)
    for node in line:
        node.grad = 0.0
