"""All of the number protocol written out, with NotImplemented for what is not a number."""

import math
import numbers


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = _backward if _backward is not None else self._leaf_rule

    def _leaf_rule(self, g):
        return ()

    @staticmethod
    def _operand(x):
        if isinstance(x, Value):
            return x
        if isinstance(x, numbers.Real):
            return Value(float(x))
        return None

    # addition

    def __add__(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __radd__(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        return other + self

    def __iadd__(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        self.data += other.data
        return self

    # subtraction

    def __sub__(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __rsub__(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        return other - self

    def __isub__(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        self = self - other
        return self

    # multiplication

    def __mul__(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: (g * y, g * x))

    def __rmul__(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        return other * self

    def __imul__(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        self = self * other
        return self

    # division

    def __truediv__(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        x, y = self.data, other.data
        return Value(x / y, (self, other), lambda g: (g / y, -g * x / (y * y)))

    def __rtruediv__(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        return other / self

    def __itruediv__(self, other):
        other = self._operand(other)
        if other is None:
            return NotImplemented
        self = self / other
        return self

    # power and sign

    def __pow__(self, n):
        if not isinstance(n, numbers.Real):
            return NotImplemented
        x = self.data
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1) if n else 0.0,))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pos__(self):
        return Value(self.data, (self,), lambda g: (g,))

    # functions

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda g: (g,))
        return Value(0.0, (self,), lambda g: (0.0,))

    # gradients

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for p, g in zip(node._prev, node._backward(node.grad)):
                p.grad += g


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, k = stack.pop()
        if k == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, k + 1))
        p = node._prev[k]
        if p not in visited:
            visited.add(p)
            stack.append((p, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
