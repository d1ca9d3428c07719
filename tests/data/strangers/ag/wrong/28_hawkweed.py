import math


class Value:
    """A node, comparable by its number: Value(1) == 1 and Value(1) < Value(2)."""

    def __init__(self, data, parents=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = set(parents)
        self._backward = None

    def __eq__(self, other):
        return self.data == _plain(other)

    def __lt__(self, other):
        return self.data < _plain(other)

    __hash__ = object.__hash__

    def __add__(self, other):
        other = _node(other)
        out = Value(self.data + other.data, {self, other})
        out._backward = lambda g: [(self, g), (other, g)]
        return out

    def __mul__(self, other):
        other = _node(other)
        if self == other:
            return self.square()
        x, y = self.data, other.data
        out = Value(x * y, {self, other})
        out._backward = lambda g: [(self, g * y), (other, g * x)]
        return out

    def square(self):
        x = self.data
        out = Value(x * x, {self})
        out._backward = lambda g: [(self, 2 * x * g)]
        return out

    def __neg__(self):
        out = Value(-self.data, {self})
        out._backward = lambda g: [(self, -g)]
        return out

    def __pow__(self, n):
        if n == 0:
            slope = 0.0
        else:
            slope = n * self.data ** (n - 1)
        out = Value(self.data ** n, {self})
        out._backward = lambda g: [(self, slope * g)]
        return out

    def __sub__(self, other):
        return self + -_node(other)

    def __truediv__(self, other):
        return self * _node(other) ** -1

    def __radd__(self, other):
        return _node(other) + self

    def __rsub__(self, other):
        return _node(other) - self

    def __rmul__(self, other):
        return _node(other) * self

    def __rtruediv__(self, other):
        return _node(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, {self})
        out._backward = lambda g: [(self, (1 - t * t) * g)]
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, {self})
        out._backward = lambda g: [(self, e * g)]
        return out

    def relu(self):
        if self.data > 0:
            out = Value(self.data, {self})
            out._backward = lambda g: [(self, g)]
        else:
            out = Value(0.0, {self})
            out._backward = lambda g: [(self, 0.0)]
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._backward is not None:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            if v._backward is not None:
                for p, g in v._backward(v.grad):
                    p.grad += g


def _plain(x):
    return x.data if isinstance(x, Value) else x


def _node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, v._prev.copy())]
    while stack:
        node, left = stack[-1]
        if not left:
            topo.append(node)
            stack.pop()
            continue
        p = left.pop()
        if p not in visited:
            visited.add(p)
            stack.append((p, p._prev.copy()))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
