"""Kahn's algorithm: a node is ready when all of its consumers have reported."""
import math
from collections import deque


class Value:
    def __init__(self, data, _prev=(), _local=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._local = tuple(_local)

    def _backward(self):
        for node, slope in zip(self._prev, self._local):
            node.grad += slope * self.grad

    def _binary(self, other, data, left, right):
        return Value(data, (self, other), (left, right))

    def __add__(self, other):
        other = node_of(other)
        return self._binary(other, self.data + other.data, 1.0, 1.0)

    def __sub__(self, other):
        other = node_of(other)
        return self._binary(other, self.data - other.data, 1.0, -1.0)

    def __mul__(self, other):
        other = node_of(other)
        return self._binary(other, self.data * other.data, other.data, self.data)

    def __truediv__(self, other):
        other = node_of(other)
        q = self.data / other.data
        return self._binary(other, q, 1.0 / other.data, -q / other.data)

    def __radd__(self, other): return node_of(other) + self
    def __rsub__(self, other): return node_of(other) - self
    def __rmul__(self, other): return node_of(other) * self
    def __rtruediv__(self, other): return node_of(other) / self
    def __neg__(self): return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data ** n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (1.0 if self.data > 0 else 0.0,))

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def count_consumers(root):
    waiting = {root: 0}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        for child in dict.fromkeys(node._prev):
            if child not in waiting:
                waiting[child] = 0
                queue.append(child)
            waiting[child] += 1
    return waiting


def consumers_first(root):
    waiting = count_consumers(root)
    ready, order = deque([root]), []
    while ready:
        node = ready.popleft()
        order.append(node)
        for child in node._prev:
            waiting[child] -= 1
            if waiting[child] == 0:
                ready.append(child)
    return order


def build_topo(v, visited, topo):
    order = consumers_first(v)
    visited.update(order)
    topo.extend(reversed(order))


def zero_grad(root):
    for node in count_consumers(root):
        node.grad = 0.0
