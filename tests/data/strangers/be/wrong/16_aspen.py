"""An engine whose walk slides down the first inputs in a loop."""

import math


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = _backward

    def _give(self, amount):
        self.grad += amount

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(node):
            self._give(node.grad)
            other._give(node.grad)

        return Value(self.data + other.data, [self, other], "+", rule)

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(node):
            self._give(node.grad)
            other._give(-node.grad)

        return Value(self.data - other.data, [self, other], "-", rule)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(node):
            self._give(node.grad * other.data)
            other._give(node.grad * self.data)

        return Value(self.data * other.data, [self, other], "*", rule)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(node):
            self._give(node.grad / other.data)
            other._give(-node.grad * node.data / other.data)

        return Value(self.data / other.data, [self, other], "/", rule)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def __neg__(self):
        return Value(-self.data, [self], "neg", lambda node: self._give(-node.grad))

    def __pow__(self, n):
        def rule(node):
            if n != 0:
                self._give(node.grad * n * self.data ** (n - 1))

        return Value(self.data**n, [self], "**", rule)

    def tanh(self):
        def rule(node):
            self._give(node.grad * (1 - node.data**2))

        return Value(math.tanh(self.data), [self], "tanh", rule)

    def exp(self):
        def rule(node):
            self._give(node.grad * node.data)

        return Value(math.exp(self.data), [self], "exp", rule)

    def relu(self):
        def rule(node):
            if node.data > 0:
                self._give(node.grad)

        return Value(max(self.data, 0.0), [self], "relu", rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self._give(1.0)
        for node in reversed(topo):
            if node._backward:
                node._backward(node)


def build_topo(v, visited, topo):
    spine = []
    while v not in visited:
        visited.add(v)
        spine.append(v)
        if v._prev:
            v = v._prev[0]
    for node in reversed(spine):
        for side in node._prev[1:]:
            if side not in visited:
                build_topo(side, visited, topo)
        topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
