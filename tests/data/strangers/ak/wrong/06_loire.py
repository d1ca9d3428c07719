"""Consumers are counted, as in exercise 12."""

import math


class Value:
    def __init__(self, data, inputs=(), pull=None):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._pull = pull

    @property
    def is_leaf(self):
        return len(self._prev) == 0

    def _backward(self):
        if self._pull is not None:
            self._pull(self)

    def __add__(self, other):
        def pull(out):
            self.grad += out.grad
            other.grad += out.grad

        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), pull)

    def __mul__(self, other):
        def pull(out):
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), pull)

    def __pow__(self, n):
        def pull(out):
            if n:
                self.grad += out.grad * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), pull)

    def tanh(self):
        def pull(out):
            self.grad += out.grad * (1.0 - out.data * out.data)

        return Value(math.tanh(self.data), (self,), pull)

    def exp(self):
        def pull(out):
            self.grad += out.grad * out.data

        return Value(math.exp(self.data), (self,), pull)

    def relu(self):
        def pull(out):
            if out.data > 0:
                self.grad += out.grad

        return Value(self.data if self.data > 0 else 0.0, (self,), pull)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + other * -1.0

    def __rsub__(self, other):
        return self * -1.0 + other

    def __truediv__(self, other):
        return self * other**-1

    def __rtruediv__(self, other):
        return self**-1 * other

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        if self.is_leaf:
            self.grad += 1.0
            return
        number, pending = count_consumers(self)
        for node in number:
            node.grad = 0.0
        self.grad = 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for source in node._prev:
                if source in number:
                    k = number[source]
                    pending[k] -= 1
                    if not pending[k]:
                        ready.append(source)


def count_consumers(root):
    """Number the inner nodes, and count for each how often it is used."""
    number = {root: 0}
    pending = bytearray(1)
    todo = [root]
    while todo:
        for source in todo.pop()._prev:
            if source.is_leaf:
                continue
            if source not in number:
                number[source] = len(pending)
                pending.append(0)
                todo.append(source)
            pending[number[source]] += 1
    return number, pending


def build_topo(v, visited, topo):
    work = [(v, 0)]
    visited.add(v)
    while work:
        node, i = work.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        work.append((node, i + 1))
        source = node._prev[i]
        if source not in visited:
            visited.add(source)
            work.append((source, 0))


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                todo.append(source)
