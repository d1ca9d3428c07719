"""A node can only be made of older nodes. So the date of birth is all the order we need."""

import math


class Value:
    clock = 0

    def __init__(self, data, _prev=(), _op="", _pull=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _pull
        self._born = Value.clock
        Value.clock += 1

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (self, other), "+", _pull_add)
        return Value(self.data + float(other), (self,), "+k", _pull_same)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, (self, other), "-", _pull_sub)
        return Value(self.data - float(other), (self,), "-k", _pull_same)

    def __rsub__(self, other):
        return Value(float(other) - self.data, (self,), "k-", _pull_opposite)

    def __neg__(self):
        return Value(-self.data, (self,), "neg", _pull_opposite)

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, (self, other), "*", _pull_mul)
        k = float(other)
        return _scaled(self, self.data * k, k, "*k")

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, Value):
            return Value(self.data / other.data, (self, other), "/", _pull_div)
        k = float(other)
        return _scaled(self, self.data / k, 1.0 / k, "/k")

    def __rtruediv__(self, other):
        q = float(other) / self.data
        return _scaled(self, q, -q / self.data, "k/")

    def __pow__(self, n):
        return _scaled(self, self.data**n, n * self.data ** (n - 1) if n else 0.0, "pow")

    def tanh(self):
        t = math.tanh(self.data)
        return _scaled(self, t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return _scaled(self, e, e, "exp")

    def relu(self):
        return _scaled(self, max(0.0, self.data), 1.0 if self.data > 0.0 else 0.0, "relu")

    def backward(self):
        nodes = _youngest_first(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            if node._prev:
                node._backward(node)


def _scaled(a, data, slope, op):
    def pull(node):
        a.grad += slope * node.grad

    return Value(data, (a,), op, pull)


def _pull_same(node):
    node._prev[0].grad += node.grad


def _pull_opposite(node):
    node._prev[0].grad -= node.grad


def _pull_add(node):
    for source in node._prev:
        source.grad += node.grad


def _pull_sub(node):
    a, b = node._prev
    a.grad += node.grad
    b.grad -= node.grad


def _pull_mul(node):
    a, b = node._prev
    a.grad += b.data * node.grad
    b.grad += a.data * node.grad


def _pull_div(node):
    a, b = node._prev
    a.grad += node.grad / b.data
    b.grad -= node.grad * node.data / b.data


def _reachable(root):
    seen, queue = {root}, [root]
    for node in queue:
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                queue.append(source)
    return queue


def _youngest_first(root):
    return sorted(_reachable(root), key=lambda node: -node._born)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        for source in inputs:
            if source not in visited:
                visited.add(source)
                stack.append((source, iter(source._prev)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    for node in _reachable(root):
        node.grad = 0.0
    Value.clock = 0
