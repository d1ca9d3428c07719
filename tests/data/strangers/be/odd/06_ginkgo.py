"""Two primitives are enough: x - y, and x times a curve of y. All else is made of them."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = ()

    # the two primitives

    def __sub__(self, other):
        other = leaf(other)
        out = Value(self.data - other.data, (self, other), "-")
        out._backward = (1.0, -1.0)
        return out

    def _times(self, other, curve, slope, name):
        """self * curve(other)"""
        y = other.data
        c = curve(y)
        out = Value(self.data * c, (self, other), name)
        out._backward = (c, self.data * slope(y, c))
        return out

    # the rest

    def __neg__(self):
        return Value(0.0) - self

    def __rsub__(self, other):
        return leaf(other) - self

    def __add__(self, other):
        return self - (-leaf(other)) if self is not other else self * 2.0

    def __radd__(self, other):
        return leaf(other) + self

    def __mul__(self, other):
        return self._times(leaf(other), lambda y: y, lambda y, c: 1.0, "*")

    def __rmul__(self, other):
        return leaf(other) * self

    def __truediv__(self, other):
        return self._times(leaf(other), lambda y: 1.0 / y, lambda y, c: -c * c, "/")

    def __rtruediv__(self, other):
        return leaf(other) / self

    def __pow__(self, n):
        slope = (lambda y, c: n * y ** (n - 1)) if n != 0 else (lambda y, c: 0.0)
        return Value(1.0)._times(self, lambda y: y**n, slope, "**")

    def tanh(self):
        return Value(1.0)._times(self, math.tanh, lambda y, c: 1.0 - c * c, "tanh")

    def exp(self):
        return Value(1.0)._times(self, math.exp, lambda y, c: c, "exp")

    def relu(self):
        positive = self.data > 0
        return Value(1.0)._times(
            self, lambda y: y if positive else 0.0, lambda y, c: 1.0 if positive else 0.0, "relu"
        )

    def backward(self):
        line = []
        build_topo(self, set(), line)
        old = [(node, node.grad) for node in line if not node._prev]
        for node in line:
            node.grad = 0.0
        self.grad = 1.0
        for node in reversed(line):
            for i, slope in zip(node._prev, node._backward):
                i.grad += node.grad * slope
        for node, before in old:
            node.grad += before


def leaf(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    # Downwards, consumers first, with repetitions pushed to the back; then turned round.
    count = {v: 0}
    todo = [v]
    for node in todo:
        for i in node._prev:
            if i not in count:
                count[i] = 0
                todo.append(i)
            count[i] += 1
    free = [v]
    for node in free:
        for i in node._prev:
            count[i] -= 1
            if not count[i]:
                free.append(i)
    topo.extend(reversed(free))
    visited.update(free)


def zero_grad(root):
    line = []
    build_topo(root, set(), line)
    while line:
        line.pop().grad = 0.0
