"""Numbers never become nodes; the gradient of the call is kept in a scratch field; the order is
remembered on the root after the first call (the graph below a node never changes)."""
import math


def node(data, *edges):
    out = Value(data)
    out._prev = tuple(p for p, _ in edges)
    out._backward = edges
    return out


class Value:
    _order = None

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = self._backward = ()

    def __add__(self, y):
        if isinstance(y, Value):
            return node(self.data + y.data, (self, 1.0), (y, 1.0))
        return node(self.data + y, (self, 1.0))

    __radd__ = __add__

    def __neg__(self):
        return node(-self.data, (self, -1.0))

    def __sub__(self, y):
        if isinstance(y, Value):
            return node(self.data - y.data, (self, 1.0), (y, -1.0))
        return node(self.data - y, (self, 1.0))

    def __rsub__(self, y):
        return node(y - self.data, (self, -1.0))

    def __mul__(self, y):
        if isinstance(y, Value):
            return node(self.data * y.data, (self, y.data), (y, self.data))
        return node(self.data * y, (self, y))

    __rmul__ = __mul__

    def __truediv__(self, y):
        if isinstance(y, Value):
            return node(self.data / y.data, (self, 1.0 / y.data), (y, -self.data / y.data ** 2))
        return node(self.data / y, (self, 1.0 / y))

    def __rtruediv__(self, y):
        return node(y / self.data, (self, -y / self.data ** 2))

    def __pow__(self, n):
        return node(self.data ** n, (self, n * self.data ** (n - 1) if n != 0 else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return node(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return node(e, (self, e))

    def relu(self):
        return node(self.data, (self, 1.0)) if self.data > 0 else node(0.0, (self, 0.0))

    def order(self):
        if self._order is None:
            found = []
            build_topo(self, set(), found)
            self._order = [n for n in found if n is not self]
        return self._order

    def backward(self):
        below = self.order()
        for n in below:
            n.scratch = 0.0
        self.scratch = 1.0
        for n in (self, *reversed(below)):
            for p, slope in n._backward:
                p.scratch += slope * n.scratch
        for n in (self, *below):
            n.grad = n.scratch + (0.0 if n._prev else n.grad)
            del n.scratch


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        n = stack[-1]
        fresh = [p for p in n._prev if p not in visited]
        if fresh:
            stack.append(fresh[-1])
            continue
        stack.pop()
        if n not in visited:
            visited.add(n)
            topo.append(n)


def zero_grad(root):
    for n in (root, *root.order()):
        n.grad = 0.0
