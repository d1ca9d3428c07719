"""Every value carries its derivatives by the leaves below it; backward() only hands them out."""
import math


class Value:
    def __init__(self, data, _prev=(), _partials=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = lambda: None
        self._d = _partials if _partials is not None else {self: 1.0}

    @staticmethod
    def _make(data, *pairs):
        d = {}
        for node, slope in pairs:
            for leaf, x in node._d.items():
                d[leaf] = d.get(leaf, 0.0) + slope * x
        return Value(data, [node for node, _ in pairs], d)

    @staticmethod
    def _lift(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, o):
        o = Value._lift(o)
        return Value._make(self.data + o.data, (self, 1.0), (o, 1.0))

    def __sub__(self, o):
        o = Value._lift(o)
        return Value._make(self.data - o.data, (self, 1.0), (o, -1.0))

    def __mul__(self, o):
        o = Value._lift(o)
        return Value._make(self.data * o.data, (self, o.data), (o, self.data))

    def __truediv__(self, o):
        o = Value._lift(o)
        q = self.data / o.data
        return Value._make(q, (self, 1.0 / o.data), (o, -q / o.data))

    def __neg__(self):
        return Value._make(-self.data, (self, -1.0))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value._make(self.data ** n, (self, slope))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, o):
        return Value(o) - self

    def __rtruediv__(self, o):
        return Value(o) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value._make(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value._make(e, (self, e))

    def relu(self):
        return Value._make(max(0.0, self.data), (self, 1.0 if self.data > 0 else 0.0))

    def backward(self):
        for leaf, x in self._d.items():
            leaf.grad += x


def build_topo(v, visited, topo):
    todo = [(v, iter(v._prev))]
    visited.add(v)
    while todo:
        node, rest = todo[-1]
        child = next((c for c in rest if c not in visited), None)
        if child is None:
            topo.append(node)
            todo.pop()
        else:
            visited.add(child)
            todo.append((child, iter(child._prev)))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for n in nodes:
        n.grad = 0.0
