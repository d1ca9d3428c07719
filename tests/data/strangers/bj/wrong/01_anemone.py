"""Exercise 13: every operation is a small rule object that knows its inputs."""

import math


class Rule:
    """What a node does when its gradient is complete."""

    def __init__(self, *inputs):
        self.inputs = inputs

    def give_both(self, left, right):
        a, b = self.inputs
        a.grad += left
        b.grad += right

    def give_one(self, amount):
        (a,) = self.inputs
        a.grad = amount

    def __call__(self, out):
        raise NotImplementedError


class Nothing(Rule):
    def __call__(self, out):
        pass


class Plus(Rule):
    def __call__(self, out):
        self.give_both(out.grad, out.grad)


class Minus(Rule):
    def __call__(self, out):
        self.give_both(out.grad, -out.grad)


class Times(Rule):
    def __call__(self, out):
        a, b = self.inputs
        self.give_both(b.data * out.grad, a.data * out.grad)


class Over(Rule):
    def __call__(self, out):
        a, b = self.inputs
        self.give_both(out.grad / b.data, -out.grad * out.data / b.data)


class Negated(Rule):
    def __call__(self, out):
        self.give_one(-out.grad)


class Power(Rule):
    def __init__(self, base, n):
        super().__init__(base)
        self.n = n

    def __call__(self, out):
        (a,) = self.inputs
        slope = self.n * a.data ** (self.n - 1) if self.n != 0 else 0.0
        self.give_one(slope * out.grad)


class Tanh(Rule):
    def __call__(self, out):
        self.give_one((1.0 - out.data**2) * out.grad)


class Exp(Rule):
    def __call__(self, out):
        self.give_one(out.data * out.grad)


class Relu(Rule):
    def __call__(self, out):
        self.give_one(out.grad if out.data > 0.0 else 0.0)


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = Nothing()

    @staticmethod
    def made_by(rule, data):
        node = Value(data, rule.inputs, type(rule).__name__)
        node._backward = rule
        return node

    def __add__(self, other):
        other = as_value(other)
        return Value.made_by(Plus(self, other), self.data + other.data)

    def __sub__(self, other):
        other = as_value(other)
        return Value.made_by(Minus(self, other), self.data - other.data)

    def __mul__(self, other):
        other = as_value(other)
        return Value.made_by(Times(self, other), self.data * other.data)

    def __truediv__(self, other):
        other = as_value(other)
        return Value.made_by(Over(self, other), self.data / other.data)

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __neg__(self):
        return Value.made_by(Negated(self), -self.data)

    def __pow__(self, n):
        return Value.made_by(Power(self, n), self.data**n)

    def tanh(self):
        return Value.made_by(Tanh(self), math.tanh(self.data))

    def exp(self):
        return Value.made_by(Exp(self), math.exp(self.data))

    def relu(self):
        return Value.made_by(Relu(self), max(self.data, 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward(node)


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, inputs_done = todo.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node, True))
            todo.extend((child, False) for child in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
