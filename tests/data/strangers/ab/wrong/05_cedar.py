"""Scalar autodiff: Value, build_topo, zero_grad."""

import math


def _plain(x):
    return x if isinstance(x, Value) else Value(x)


def _nothing():
    return None


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing

    @property
    def is_leaf(self):
        return not self._prev

    def __add__(self, other):
        other = _plain(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = _plain(other)
        out = Value(self.data * other.data, (self, other), "*")
        left, right = other.data, self.data

        def rule():
            self.grad += left * out.grad
            other.grad += right * out.grad

        out._backward = rule
        return out

    def _bend(self, number, slope, op):
        out = Value(number, (self,), op)

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def __pow__(self, n):
        return self._bend(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0, "**")

    def __neg__(self):
        return self._bend(-self.data, -1.0, "-")

    def tanh(self):
        t = math.tanh(self.data)
        return self._bend(t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._bend(e, e, "exp")

    def relu(self):
        return self._bend(max(self.data, 0.0), float(self.data > 0), "relu")

    def __sub__(self, other):
        return self + -_plain(other)

    def __truediv__(self, other):
        return self * _plain(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def backward(self):
        """Give every leaf below this node its gradient."""
        topo = []
        build_topo(self, set(), topo)
        self.grad = self.grad + 1.0 if self.is_leaf else 1.0
        for node in topo[::-1]:
            node._backward()
        for node in topo[:-1]:
            if not node.is_leaf:
                node.grad = 0.0


def build_topo(v, visited, topo):
    path = []
    node = v
    while True:
        if node not in visited:
            visited.add(node)
            path.append([node, 0])
        # go back up as long as there is nothing left to go down to
        while path and path[-1][1] == len(path[-1][0]._prev):
            topo.append(path.pop()[0])
        if not path:
            return
        top = path[-1]
        node = top[0]._prev[top[1]]
        top[1] += 1


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
