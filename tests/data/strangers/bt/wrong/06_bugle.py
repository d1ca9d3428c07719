"""A node can only use older nodes, so age is an order: youngest first on the way back."""

import math

made = 0


class Value:
    def __init__(self, data, _prev=(), _op=""):
        global made
        made += 1
        self._number = made
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    @property
    def name(self):
        return f"n{self._number:04d}"

    def __repr__(self):
        inputs = " ".join(p.name for p in self._prev)
        return f"<{self.name} {self._op or 'leaf'} {inputs} {self.data:.4g} {self.grad:.4g}>"

    def _rule(self, rule):
        self._backward = rule
        return self

    def __add__(self, other):
        other = value(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other), "add")._rule(rule)

    def __mul__(self, other):
        other = value(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, (self, other), "mul")._rule(rule)

    def __pow__(self, n):
        def rule(g):
            if n:
                self.grad += g * (n * self.data ** (n - 1))

        return Value(self.data**n, (self,), "pow")._rule(rule)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -value(other)

    def __truediv__(self, other):
        return self * value(other) ** -1

    def __radd__(self, other):
        return value(other) + self

    def __rsub__(self, other):
        return value(other) - self

    def __rmul__(self, other):
        return value(other) * self

    def __rtruediv__(self, other):
        return value(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1.0 - t * t)

        return Value(t, (self,), "tanh")._rule(rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, (self,), "exp")._rule(rule)

    def relu(self):
        open_ = self.data > 0

        def rule(g):
            if open_:
                self.grad += g

        return Value(self.data if open_ else 0.0, (self,), "relu")._rule(rule)

    def backward(self):
        nodes = by_age(everything(self))
        for node in nodes:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            if node._backward:
                node._backward(node.grad)


def value(x):
    return x if isinstance(x, Value) else Value(x, (), "const")


def everything(root):
    found, stack = {root}, [root]
    while stack:
        new = set(stack.pop()._prev) - found
        found |= new
        stack.extend(new)
    return found


def by_age(nodes):
    return sorted(nodes, key=lambda node: node.name)


def build_topo(v, visited, topo):
    found = everything(v)
    visited |= found
    topo += by_age(found)


def zero_grad(root):
    for node in everything(root):
        node.grad = 0.0
