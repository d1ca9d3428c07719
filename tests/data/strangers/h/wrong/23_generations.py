"""Nobody sweeps the graph before a run. Every run has a number, and an inner node that
meets a new number forgets what it held."""

import math


class Value:
    _runs = 0

    def __init__(self, data, inputs=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._slopes = slopes
        self._run = 0

    def _receive(self, amount, run):
        if self._prev and self._run != run:
            self.grad = 0.0
            self._run = run
        self.grad += amount

    def _backward(self, run):
        for node, slope in zip(self._prev, self._slopes):
            node._receive(slope * self.grad, run)

    def backward(self):
        self._runs += 1
        run = self._runs
        self._receive(1.0, run)
        topo = []
        build_topo(self, set(), topo)
        for node in reversed(topo):
            node._backward(run)

    def _binary(self, other, formula):
        other = other if isinstance(other, Value) else Value(other)
        result, *slopes = formula(self.data, other.data)
        return Value(result, (self, other), slopes)

    def _unary(self, formula):
        result, slope = formula(self.data)
        return Value(result, (self,), (slope,))

    def __add__(self, other):
        return self._binary(other, lambda x, y: (x + y, 1.0, 1.0))

    def __sub__(self, other):
        return self._binary(other, lambda x, y: (x - y, 1.0, -1.0))

    def __mul__(self, other):
        return self._binary(other, lambda x, y: (x * y, y, x))

    def __truediv__(self, other):
        return self._binary(other, lambda x, y: (x / y, 1 / y, -x / y / y))

    def __radd__(self, other):
        return self._binary(other, lambda x, y: (y + x, 1.0, 1.0))

    def __rsub__(self, other):
        return self._binary(other, lambda x, y: (y - x, -1.0, 1.0))

    def __rmul__(self, other):
        return self._binary(other, lambda x, y: (y * x, y, x))

    def __rtruediv__(self, other):
        return self._binary(other, lambda x, y: (y / x, -y / x / x, 1 / x))

    def __neg__(self):
        return self._unary(lambda x: (-x, -1.0))

    def __pow__(self, n):
        return self._unary(lambda x: (x**n, n * x ** (n - 1) if n else 0.0))

    def tanh(self):
        return self._unary(lambda x: (math.tanh(x), 1 - math.tanh(x) ** 2))

    def exp(self):
        return self._unary(lambda x: (math.exp(x), math.exp(x)))

    def relu(self):
        return self._unary(lambda x: (x, 1.0) if x > 0 else (0.0, 0.0))


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
