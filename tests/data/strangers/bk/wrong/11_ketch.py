"""A gradient is a list of the shares that have arrived; reading it adds them up."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self._shares = []
        self._prev = _prev
        self._op = _op
        self._backward = None

    @property
    def grad(self):
        return math.fsum(self._shares)

    @grad.setter
    def grad(self, number):
        self._shares = []

    def _from(self, *slopes):
        def rule():
            g = self.grad
            for p, slope in zip(self._prev, slopes):
                p._shares.append(slope * g)

        self._backward = rule
        return self

    def __add__(self, other):
        other = val(other)
        return Value(self.data + other.data, (self, other), "+")._from(1, 1)

    def __sub__(self, other):
        other = val(other)
        return Value(self.data - other.data, (self, other), "-")._from(1, -1)

    def __mul__(self, other):
        other = val(other)
        return Value(self.data * other.data, (self, other), "*")._from(other.data, self.data)

    def __truediv__(self, other):
        other = val(other)
        q = self.data / other.data
        return Value(q, (self, other), "/")._from(1 / other.data, -q / other.data)

    def __radd__(self, other):
        return val(other) + self

    def __rsub__(self, other):
        return val(other) - self

    def __rmul__(self, other):
        return val(other) * self

    def __rtruediv__(self, other):
        return val(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")._from(-1)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), "**")._from(slope)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh")._from(1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp")._from(e)

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, (self,), "relu")._from(1 if x > 0 else 0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node._shares = []
            elif len(node._shares) > 1:
                node._shares = [node.grad]
        self._shares.append(1.0)
        for node in topo[::-1]:
            if node._backward:
                node._backward()


def val(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node._shares = []
