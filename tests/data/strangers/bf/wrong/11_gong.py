"""The walk puts a mark on the nodes themselves, so it needs no set."""

import math


class Value:
    def __init__(self, data, _prev=(), _rule=None):
        self.data = float(data)
        self.grad = 0.0
        self.marked = False
        self._prev = _prev
        self._rule = _rule

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        if self._rule:
            self._rule(self, *self._prev)

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, (self, other), add_rule)

    def __mul__(self, other):
        other = to_value(other)
        return Value(self.data * other.data, (self, other), mul_rule)

    def __sub__(self, other):
        return self + to_value(other) * -1.0

    def __truediv__(self, other):
        return self * to_value(other) ** -1

    def __radd__(self, other):
        return to_value(other) + self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __neg__(self):
        return self * -1.0

    def __pow__(self, n):
        def pow_rule(out, a):
            if n != 0:
                a.grad += out.grad * n * a.data ** (n - 1)

        return Value(self.data**n, (self,), pow_rule)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), tanh_rule)

    def exp(self):
        return Value(math.exp(self.data), (self,), exp_rule)

    def relu(self):
        return Value(max(0.0, self.data), (self,), relu_rule)

    def backward(self):
        order = walk(self)
        for node in order:
            node.marked = False
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def add_rule(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def mul_rule(out, a, b):
    a.grad += out.grad * b.data
    b.grad += out.grad * a.data


def tanh_rule(out, a):
    a.grad += out.grad * (1.0 - out.data**2)


def exp_rule(out, a):
    a.grad += out.grad * out.data


def relu_rule(out, a):
    a.grad += out.grad * (a.data > 0)


def walk(root):
    """All nodes, inputs first. Whoever calls this takes the marks away again."""
    order = []
    stack = [(root, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            order.append(node)
        elif not node.marked:
            node.marked = True
            stack.append((node, True))
            for x in node._prev:
                if not x.marked:
                    stack.append((x, False))
    return order


def build_topo(v, visited, topo):
    for node in walk(v):
        node.marked = False
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0
