"""The engine, in one class and two functions."""

import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self._prev = _prev
        self._clear()
        self._backward = lambda: None

    def _clear(self):
        self.grad = 0.0
        self._carry = 0.0

    def _give(self, amount):
        amount -= self._carry
        total = self.grad + amount
        if math.isfinite(total):
            self._carry = (total - self.grad) - amount
        else:
            self._carry = 0.0
        self.grad = total

    def _binary(self, other, function, slopes):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(function(self.data, other.data), (self, other))

        def _backward():
            left, right = slopes(self.data, other.data)
            self._give(left * out.grad)
            other._give(right * out.grad)

        out._backward = _backward
        return out

    def _unary(self, value, slope):
        out = Value(value, (self,))

        def _backward():
            self._give(slope() * out.grad)

        out._backward = _backward
        return out

    def __add__(self, other):
        return self._binary(other, lambda x, y: x + y, lambda x, y: (1.0, 1.0))

    def __sub__(self, other):
        return self._binary(other, lambda x, y: x - y, lambda x, y: (1.0, -1.0))

    def __rsub__(self, other):
        return self._binary(other, lambda x, y: y - x, lambda x, y: (-1.0, 1.0))

    def __mul__(self, other):
        return self._binary(other, lambda x, y: x * y, lambda x, y: (y, x))

    def __truediv__(self, other):
        return self._binary(other, lambda x, y: x / y, lambda x, y: (1 / y, -x / y / y))

    def __rtruediv__(self, other):
        return self._binary(other, lambda x, y: y / x, lambda x, y: (-y / x / x, 1 / x))

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self._unary(-self.data, lambda: -1.0)

    def __pow__(self, n):
        return self._unary(self.data**n, lambda: n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, lambda: 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, lambda: e)

    def relu(self):
        on = self.data > 0
        return self._unary(self.data if on else 0.0, lambda: 1.0 if on else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node._clear()
        self._give(1.0)
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, k = stack.pop()
        if k < len(node._prev):
            stack.append((node, k + 1))
            nxt = node._prev[k]
            if nxt not in visited:
                visited.add(nxt)
                stack.append((nxt, 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node._clear()
