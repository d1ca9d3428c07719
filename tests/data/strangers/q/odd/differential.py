"""The exam, with differentials.

dL is first written as 1 * dL. Then the newest number in the formula is replaced by its own
differential, d(a*b) = b * da + a * db, again and again, until only leaves are left.
"""

import heapq
import math


class Value:
    born = 0

    def __init__(self, data, differential=()):
        self.data = data
        self.grad = 0.0
        self.differential = differential  # [(coefficient, node), ...]
        Value.born += 1
        self.age = -Value.born

    @property
    def _prev(self):
        return tuple(node for _, node in self.differential)

    @property
    def _backward(self):
        def rule():
            for coefficient, node in self.differential:
                node.grad += coefficient * self.grad

        return rule

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, [(1.0, self), (1.0, other)])

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, [(other.data, self), (self.data, other)])

    def __neg__(self):
        return Value(-self.data, [(-1.0, self)])

    def __sub__(self, other):
        return self + -as_value(other)

    def __truediv__(self, other):
        other = as_value(other)
        ratio = self.data / other.data
        return Value(ratio, [(1 / other.data, self), (-ratio / other.data, other)])

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [(0.0, self)])
        try:
            data = self.data**n
        except OverflowError:
            data = math.inf if n % 2 != 1 else math.copysign(math.inf, self.data)
        try:
            slope = n * self.data ** (n - 1)
        except OverflowError:
            slope = n * (math.inf if n % 2 != 0 else math.copysign(math.inf, self.data))
        return Value(data, [(slope, self)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(1 - t**2, self)])

    def exp(self):
        return Value(math.exp(self.data), [(math.exp(self.data), self)])

    def relu(self):
        return Value(max(self.data, 0.0), [(1.0 if self.data > 0.0 else 0.0, self)])

    def backward(self):
        formula = {self: 1.0}
        line = [(self.age, self)]
        while line:
            _, node = heapq.heappop(line)
            amount = formula.pop(node)
            if not node.differential:
                node.grad += amount
                continue
            for coefficient, below in node.differential:
                if below in formula:
                    formula[below] += coefficient * amount
                else:
                    formula[below] = coefficient * amount
                    heapq.heappush(line, (below.age, below))


def as_value(x):
    return x if isinstance(x, Value) else Value(float(x))


def everything(root):
    nodes = {root: None}
    fresh = [root]
    while fresh:
        fresh = [b for b in dict.fromkeys(b for n in fresh for b in n._prev) if b not in nodes]
        nodes.update(dict.fromkeys(fresh))
    return nodes


def build_topo(v, visited, topo):
    topo += sorted(everything(v), key=lambda node: -node.age)


def zero_grad(root):
    for node in everything(root):
        node.grad = 0.0
