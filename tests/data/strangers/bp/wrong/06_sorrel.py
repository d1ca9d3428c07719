"""My engine (exam). One helper `_result` makes every inner node and takes its rule."""

import math


def number(x):
    return isinstance(x, (int, float))


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(_prev)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _result(self, data, prev, op, rule):
        out = Value(data, prev, op)
        out._backward = lambda: rule(out.grad)
        return out

    def __add__(self, other):
        if number(other):
            other = Value(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return self._result(self.data + other.data, (self, other), "+", rule)

    def __mul__(self, other):
        if number(other):
            other = Value(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return self._result(self.data * other.data, (self, other), "*", rule)

    def __truediv__(self, other):
        if number(other):
            other = Value(other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / other.data**2

        return self._result(self.data / other.data, (self, other), "/", rule)

    def __pow__(self, exponent):
        power = self.data**exponent

        def rule(g):
            if exponent != 0:
                self.grad += g * exponent * power / self.data

        return self._result(power, (self,), "**", rule)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t * t)

        return self._result(t, (self,), "tanh", rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return self._result(e, (self,), "exp", rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g

        return self._result(max(self.data, 0.0), (self,), "relu", rule)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    pile = [(v, "down")]
    while pile:
        node, way = pile.pop()
        if way == "back":
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        pile.append((node, "back"))
        pile.extend((p, "down") for p in node._prev)


def zero_grad(root):
    seen = {root}
    pile = [root]
    while pile:
        node = pile.pop()
        node.grad = 0.0
        new = node._prev - seen
        seen |= new
        pile.extend(new)
