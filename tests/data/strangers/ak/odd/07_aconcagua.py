"""Storeys: a leaf is on the ground floor, a node one floor above its highest input.

Backwards means: take the lift down and stop at every floor.
"""

from collections import defaultdict
from math import exp, tanh


class Value:
    floor = 0

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = set()
        self._backward = lambda: None

    def __add__(self, other):
        if not isinstance(other, Value):
            if other == 0:
                return self
            other = Value(other)

        def rule(me):
            self.grad += me.grad
            other.grad += me.grad

        return build(self.data + other.data, {self, other}, rule)

    def __mul__(self, other):
        if not isinstance(other, Value):
            if other == 1:
                return self
            other = Value(other)

        def rule(me):
            self.grad += me.grad * other.data
            other.grad += me.grad * self.data

        return build(self.data * other.data, {self, other}, rule)

    def __pow__(self, n):
        if n == 1:
            return self

        def rule(me):
            if n:
                self.grad += me.grad * n * self.data ** (n - 1)

        return build(self.data**n, {self}, rule)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(me):
            self.grad += me.grad / other.data
            other.grad -= me.grad * me.data / other.data

        return build(self.data / other.data, {self, other}, rule)

    def __neg__(self):
        def rule(me):
            self.grad -= me.grad

        return build(-self.data, {self}, rule)

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)

        def rule(me):
            self.grad += me.grad
            other.grad -= me.grad

        return build(self.data - other.data, {self, other}, rule)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        def rule(me):
            self.grad += me.grad * (1 - me.data**2)

        return build(tanh(self.data), {self}, rule)

    def exp(self):
        def rule(me):
            self.grad += me.grad * me.data

        return build(exp(self.data), {self}, rule)

    def relu(self):
        def rule(me):
            if self.data > 0:
                self.grad += me.grad

        return build(self.data if self.data > 0 else 0.0, {self}, rule)

    def backward(self):
        house = storeys(self)
        for floor in house:
            if floor:
                for node in house[floor]:
                    node.grad = 0.0
        self.grad += 1.0
        for floor in sorted(house, reverse=True):
            for node in house[floor]:
                node._backward()


def build(data, inputs, rule):
    node = Value(data)
    node._prev = inputs
    node.floor = 1 + max(i.floor for i in inputs)
    node._backward = lambda: rule(node)
    return node


def storeys(roof):
    house = defaultdict(set)
    house[roof.floor].add(roof)
    floors = [roof]
    met = {roof}
    while floors:
        new = floors.pop()._prev - met
        met |= new
        floors.extend(new)
        for node in new:
            house[node.floor].add(node)
    return dict(house)


def build_topo(v, visited, topo):
    house = storeys(v)
    for floor in sorted(house):
        topo.extend(house[floor])


def zero_grad(root):
    for floor in storeys(root).values():
        for node in floor:
            node.grad = 0.0
