"""Levels: each node knows how far above the leaves it is, and levels are swept downwards."""
import math


class Value:
    def __init__(self, data, prev=(), rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(prev)
        self._backward = rule if rule else (lambda g: None)
        self.level = 1 + max([p.level for p in self._prev], default=-1)

    def add(self, amount):
        self.grad += amount

    def __add__(self, other):
        other = number(other)

        def rule(g):
            self.add(g)
            other.add(g)

        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = number(other)
        a, b = self.data, other.data

        def rule(g):
            self.add(g * b)
            other.add(g * a)

        return Value(a * b, (self, other), rule)

    def __pow__(self, n):
        a = self.data

        def rule(g):
            self.add(g * n * a ** (n - 1) if n != 0 else 0.0)

        return Value(a**n, (self,), rule)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: self.add(-g))

    def __sub__(self, other):
        return self + (-number(other))

    def __truediv__(self, other):
        return self * number(other) ** -1.0

    def __radd__(self, other):
        return number(other) + self

    def __rsub__(self, other):
        return number(other) - self

    def __rmul__(self, other):
        return number(other) * self

    def __rtruediv__(self, other):
        return number(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: self.add(g * (1 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: self.add(g * e))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda g: self.add(g if on else 0.0))

    def backward(self):
        nodes = reach(self)
        for v in nodes:
            if v.level > 0:
                v.grad = 0.0
        self.grad += 1.0
        for v in sorted(nodes, key=lambda v: -v.level):
            v._backward(v.grad)


def number(x):
    return x if isinstance(x, Value) else Value(x)


def reach(root, seen=set()):
    found, todo = [], [root]
    while todo:
        v = todo.pop()
        if v not in seen:
            seen.add(v)
            found.append(v)
            todo.extend(v._prev)
    return found


def build_topo(v, visited, topo):
    topo.extend(sorted(reach(v), key=lambda node: node.level))


def zero_grad(root):
    for v in reach(root):
        v.grad = 0.0
