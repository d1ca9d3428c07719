import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_depth")

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = None
        if not _prev:
            self._depth = 0
        else:
            self._depth = 1 + _prev[0]._depth

    def _const(self, x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self._const(other)
        out = Value(self.data + other.data, (self, other))

        def rule(g):
            self.grad += g
            other.grad += g
        out._backward = rule
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))

        def rule(g):
            self.grad -= g
        out._backward = rule
        return out

    def __mul__(self, other):
        other = self._const(other)
        a, b = self.data, other.data
        out = Value(a * b, (self, other))

        def rule(g):
            self.grad += g * b
            other.grad += g * a
        out._backward = rule
        return out

    def __truediv__(self, other):
        other = self._const(other)
        a, b = self.data, other.data
        out = Value(a / b, (self, other))

        def rule(g):
            self.grad += g / b
            other.grad -= g * a / (b * b)
        out._backward = rule
        return out

    def __pow__(self, n):
        x = self.data
        out = Value(x ** n, (self,))

        def rule(g):
            if n == 0:
                return
            self.grad += g * n * x ** (n - 1)
        out._backward = rule
        return out

    def __sub__(self, other): return self + -self._const(other)
    def __radd__(self, other): return self._const(other) + self
    def __rsub__(self, other): return self._const(other) - self
    def __rmul__(self, other): return self._const(other) * self
    def __rtruediv__(self, other): return self._const(other) / self

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,))

        def rule(g):
            self.grad += g * e
        out._backward = rule
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))

        def rule(g):
            self.grad += g * (1 - t ** 2)
        out._backward = rule
        return out

    def relu(self):
        x = self.data
        out = Value(x if x > 0 else 0.0, (self,))

        def rule(g):
            if x > 0:
                self.grad += g
        out._backward = rule
        return out

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        inner = [n for n in nodes if n._backward]
        for n in inner:
            n.grad = 0.0
        self.grad += 1.0
        for n in reversed(inner):
            n._backward(n.grad)


def collect(root):
    seen = {root}
    todo = [root]
    for node in todo:
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)
    return todo


def build_topo(v, visited, topo):
    # a node is always deeper than what it is made of
    topo += sorted(collect(v), key=lambda n: n._depth)


def zero_grad(root):
    for n in collect(root):
        n.grad = 0.0
