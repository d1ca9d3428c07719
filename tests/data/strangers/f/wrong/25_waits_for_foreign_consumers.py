import math
from collections import Counter


class Node:
    def __init__(self, value, inputs):
        self.data = value
        self.grad = 0.0
        self._prev = inputs
        self.uses = 0
        for node in inputs:
            node.uses += 1

    def walk(self):
        bag, known = [self], {self}
        while bag:
            node = bag.pop()
            yield node
            for inp in node._prev:
                if inp not in known:
                    known.add(inp)
                    bag.append(inp)


class Value(Node):
    def __init__(self, data, inputs=(), rule=lambda node: None):
        super().__init__(data, tuple(inputs))
        self._backward = rule

    def backward(self):
        nodes = list(self.walk())
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0

        waiting = {node: node.uses for node in nodes}
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward(node)
            for inp in node._prev:
                waiting[inp] -= 1
                if not waiting[inp]:
                    ready.append(inp)

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))

        def rule(out):
            self.grad += out.grad
            other.grad += out.grad

        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))

        def rule(out):
            self.grad += out.grad
            other.grad -= out.grad

        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))

        def rule(out):
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))

        def rule(out):
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(out):
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        return Value(self.data ** n, (self,), rule)

    def __neg__(self):
        def rule(out):
            self.grad -= out.grad

        return Value(-self.data, (self,), rule)

    def tanh(self):
        def rule(out):
            self.grad += (1 - out.data * out.data) * out.grad

        return Value(math.tanh(self.data), (self,), rule)

    def exp(self):
        def rule(out):
            self.grad += out.data * out.grad

        return Value(math.exp(self.data), (self,), rule)

    def relu(self):
        def rule(out):
            self.grad += out.grad * (self.data > 0)

        return Value(max(0.0, self.data), (self,), rule)

    def __radd__(self, other):
        return Value(float(other)) + self

    def __rsub__(self, other):
        return Value(float(other)) - self

    def __rmul__(self, other):
        return Value(float(other)) * self

    def __rtruediv__(self, other):
        return Value(float(other)) / self


def build_topo(v, visited, topo):
    nodes = list(v.walk())
    lacking = {node: len(node._prev) for node in nodes}
    consumers = {node: [] for node in nodes}
    for node in nodes:
        for inp in node._prev:
            consumers[inp].append(node)
    ready = [node for node in nodes if not node._prev]
    while ready:
        node = ready.pop()
        topo.append(node)
        for consumer in consumers[node]:
            lacking[consumer] -= 1
            if lacking[consumer] == 0:
                ready.append(consumer)


def zero_grad(root):
    for node in root.walk():
        node.grad = 0.0
