"""Exam, Cem: nodes have names (n1, n2, ...), in the order in which they are made."""
import itertools
import math

_numbers = itertools.count(1)


def made_when(node):
    """Sort key: an input is always made before its consumers."""
    return node.name[1:]


class Value:
    def __init__(self, data, prev=(), rule=None):
        self.name = f"n{next(_numbers)}"
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self.rule = rule

    def __repr__(self):
        made_of = ", ".join(p.name for p in self._prev)
        return f"{self.name}({made_of}) = {self.data:g}"

    def _backward(self):
        if self.rule:
            shares = self.rule()
            for p, share in zip(self._prev, shares):
                p.grad += share * self.grad

    # operators

    def __add__(self, other):
        other = promote(other)
        return Value(self.data + other.data, (self, other), lambda: (1, 1))

    def __sub__(self, other):
        other = promote(other)
        return Value(self.data - other.data, (self, other), lambda: (1, -1))

    def __mul__(self, other):
        other = promote(other)

        def rule():
            return other.data, self.data

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = promote(other)

        def rule():
            return 1 / other.data, -self.data / other.data / other.data

        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule():
            return (n * self.data ** (n - 1),) if n else (0,)

        return Value(self.data**n, (self,), rule)

    def __neg__(self):
        return Value(-self.data, (self,), lambda: (-1,))

    def __radd__(self, other):
        return promote(other) + self

    def __rsub__(self, other):
        return promote(other) - self

    def __rmul__(self, other):
        return promote(other) * self

    def __rtruediv__(self, other):
        return promote(other) / self

    # functions

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), lambda: (1 - y * y,))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), lambda: (y,))

    def relu(self):
        y = max(0.0, self.data)
        return Value(y, (self,), lambda: (1 if y > 0 else 0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node.rule:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    found = [root]
    seen = {root}
    for node in found:
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                found.append(p)
    return found


def build_topo(v, visited, topo):
    topo += sorted(reachable(v), key=made_when)
    visited.update(topo)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
