"""Kahn's algorithm: a node is ready once all of its consumers have run."""
import math
from collections import Counter, deque


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data * 1.0
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda: None)

    def _binary(self, other, f, da, db):
        b = other if isinstance(other, Value) else Value(other)
        out = Value(f(self.data, b.data), (self, b))
        x, y = self.data, b.data

        def rule():
            self.grad += da(x, y) * out.grad
            b.grad += db(x, y) * out.grad

        out._backward = rule
        return out

    def _unary(self, y, slope):
        out = Value(y, (self,))

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        return self._binary(other, lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0)

    def __sub__(self, other):
        return self._binary(other, lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0)

    def __mul__(self, other):
        return self._binary(other, lambda x, y: x * y, lambda x, y: y, lambda x, y: x)

    def __truediv__(self, other):
        return self._binary(
            other, lambda x, y: x / y, lambda x, y: 1 / y, lambda x, y: -x / (y * y)
        )

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return self._unary(-self.data, -1.0)

    def __pow__(self, n):
        return self._unary(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e)

    def relu(self):
        if self.data > 0:
            return self._unary(self.data, 1.0)
        return self._unary(0.0, 0.0)

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def count_consumers(root):
    waiting = Counter()
    seen, todo = {root}, deque([root])
    while todo:
        node = todo.popleft()
        for p in node._prev:
            waiting[p] += 1
            if p not in seen:
                seen.add(p)
                todo.append(p)
    return waiting


def consumers_first(root):
    waiting = count_consumers(root)
    order, ready = [], deque([root])
    while ready:
        node = ready.popleft()
        order.append(node)
        for p in set(node._prev):
            waiting[p] -= 1
            if waiting[p] == 0:
                ready.append(p)
    return order


def build_topo(v, visited, topo):
    topo[:] = reversed(consumers_first(v))


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = 0.0
