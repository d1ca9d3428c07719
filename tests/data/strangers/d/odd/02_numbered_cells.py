"""The numbers do not live in the nodes but in two long arrays. A node is a handle: the number
of its cell. Cells of nodes that are gone are used again."""
import math
from array import array

DATA = array("d")
GRAD = array("d")
FREE = []


class Value:
    __slots__ = ("cell", "_prev", "_backward")

    def __init__(self, data, _prev=(), _backward=None):
        if FREE:
            self.cell = FREE.pop()
            DATA[self.cell], GRAD[self.cell] = data, 0.0
        else:
            self.cell = len(DATA)
            DATA.append(data)
            GRAD.append(0.0)
        self._prev = _prev
        self._backward = _backward or (lambda k: None)

    def __del__(self, release=FREE.append):
        release(self.cell)

    @property
    def data(self):
        return DATA[self.cell]

    @data.setter
    def data(self, number):
        DATA[self.cell] = number

    @property
    def grad(self):
        return GRAD[self.cell]

    @grad.setter
    def grad(self, number):
        GRAD[self.cell] = number

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                GRAD[node.cell] = 0.0
        GRAD[self.cell] += 1.0
        while order:
            node = order.pop()
            node._backward(node.cell)

    def __add__(self, other):
        other = handle(other)
        i, j = self.cell, other.cell

        def rule(k):
            GRAD[i] += GRAD[k]
            GRAD[j] += GRAD[k]

        return Value(DATA[i] + DATA[j], (self, other), rule)

    def __sub__(self, other):
        other = handle(other)
        i, j = self.cell, other.cell

        def rule(k):
            GRAD[i] += GRAD[k]
            GRAD[j] -= GRAD[k]

        return Value(DATA[i] - DATA[j], (self, other), rule)

    def __mul__(self, other):
        other = handle(other)
        i, j = self.cell, other.cell

        def rule(k):
            GRAD[i] += DATA[j] * GRAD[k]
            GRAD[j] += DATA[i] * GRAD[k]

        return Value(DATA[i] * DATA[j], (self, other), rule)

    def __truediv__(self, other):
        other = handle(other)
        i, j = self.cell, other.cell

        def rule(k):
            GRAD[i] += GRAD[k] / DATA[j]
            GRAD[j] -= GRAD[k] * DATA[k] / DATA[j]

        return Value(DATA[i] / DATA[j], (self, other), rule)

    def __neg__(self):
        i = self.cell

        def rule(k):
            GRAD[i] -= GRAD[k]

        return Value(-DATA[i], (self,), rule)

    def __pow__(self, n):
        i = self.cell

        def rule(k):
            if n != 0:
                GRAD[i] += GRAD[k] * n * DATA[i] ** (n - 1)

        return Value(DATA[i] ** n, (self,), rule)

    def tanh(self):
        i = self.cell

        def rule(k):
            GRAD[i] += GRAD[k] * (1.0 - DATA[k] * DATA[k])

        return Value(math.tanh(DATA[i]), (self,), rule)

    def exp(self):
        i = self.cell

        def rule(k):
            GRAD[i] += GRAD[k] * DATA[k]

        return Value(math.exp(DATA[i]), (self,), rule)

    def relu(self):
        i = self.cell

        def rule(k):
            if DATA[i] > 0.0:
                GRAD[i] += GRAD[k]

        return Value(max(DATA[i], 0.0), (self,), rule)

    def __radd__(self, other):
        return handle(other) + self

    def __rsub__(self, other):
        return handle(other) - self

    def __rmul__(self, other):
        return handle(other) * self

    def __rtruediv__(self, other):
        return handle(other) / self


def handle(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node.cell in visited:
            stack.pop()
            continue
        inputs = [p for p in node._prev if p.cell not in visited]
        if inputs:
            stack.extend(inputs)
        else:
            visited.add(node.cell)
            topo.append(stack.pop())


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        GRAD[node.cell] = 0.0
