"""An engine that keeps the local derivatives in compact arrays, to hold large graphs."""

import math
from array import array


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_local")

    def __init__(self, data, _prev=(), _op="", _local=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._local = array("f", _local)

    @property
    def _backward(self):
        def rule():
            for k, node in enumerate(self._prev):
                node.grad += self.grad * self._local[k]

        return rule

    def __add__(self, y):
        y = constant(y)
        return Value(self.data + y.data, (self, y), "add", (1, 1))

    def __sub__(self, y):
        y = constant(y)
        return Value(self.data - y.data, (self, y), "sub", (1, -1))

    def __mul__(self, y):
        y = constant(y)
        return Value(self.data * y.data, (self, y), "mul", (y.data, self.data))

    def __truediv__(self, y):
        y = constant(y)
        z = self.data / y.data
        return Value(z, (self, y), "div", (1 / y.data, -z / y.data))

    def __radd__(self, y):
        return constant(y) + self

    def __rsub__(self, y):
        return constant(y) - self

    def __rmul__(self, y):
        return constant(y) * self

    def __rtruediv__(self, y):
        return constant(y) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1,))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), "pow", (0,))
        return Value(self.data**n, (self,), "pow", (n * self.data ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu", (1 if self.data > 0 else 0,))

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        inner = [node for node in nodes if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward()


def constant(y):
    return y if isinstance(y, Value) else Value(y)


def build_topo(v, visited, topo):
    stack = [[v, 0]]
    visited.add(v)
    while stack:
        top = stack[-1]
        node, k = top
        if k == len(node._prev):
            topo.append(node)
            stack.pop()
            continue
        top[1] += 1
        below = node._prev[k]
        if below not in visited:
            visited.add(below)
            stack.append([below, 0])


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
