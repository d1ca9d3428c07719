"""Written as if it were recursive; a springboard carries the calls, so it is not.

All that a node knows stands in one dictionary."""

import math


def springboard(task):
    waiting = [task]
    while waiting:
        try:
            waiting.append(next(waiting[-1]))
        except StopIteration:
            waiting.pop()


class Value:
    __slots__ = ("facts",)

    def __init__(self, data, prev=(), rule=None):
        self.facts = {"data": data, "grad": 0.0, "_prev": prev, "_backward": rule}

    data = property(lambda s: s.facts["data"], lambda s, x: s.facts.update(data=x))
    grad = property(lambda s: s.facts["grad"], lambda s, x: s.facts.update(grad=x))
    _prev = property(lambda s: list(s.facts["_prev"]))
    _backward = property(lambda s: s.facts["_backward"])

    def __add__(self, other):
        other = lift(other)

        def rule(send, g):
            send(self, g)
            send(other, g)

        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = lift(other)
        x, y = self.data, other.data

        def rule(send, g):
            send(self, g * y)
            send(other, g * x)

        return Value(x * y, (self, other), rule)

    def __truediv__(self, other):
        other = lift(other)
        y = other.data
        q = self.data / y

        def rule(send, g):
            send(self, g / y)
            send(other, -g * q / y)

        return Value(q, (self, other), rule)

    def __pow__(self, n):
        x = self.data

        def rule(send, g):
            send(self, 0.0 if n == 0 else g * n * x ** (n - 1))

        return Value(x**n, (self,), rule)

    def __sub__(self, other):
        return self + -lift(other)

    def __neg__(self):
        return Value(-self.data, (self,), lambda send, g: send(self, -g))

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda send, g: send(self, g * (1.0 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda send, g: send(self, g * e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda send, g: send(self, g))
        return Value(0.0, (self,), lambda send, g: None)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        sums = dict.fromkeys(order, 0.0)

        def send(node, amount):
            sums[node] += amount

        send(self, 1.0)
        for node in reversed(order):
            if node._backward:
                node._backward(send, sums[node])
                node.grad = sums[node]
            else:
                node.grad += sums[node]
        return self


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    def go(node):
        if node in visited:
            return
        visited.add(node)
        for inp in node._prev:
            yield go(inp)
        topo.append(node)

    springboard(go(v))


def zero_grad(root):
    visited = set()

    def go(node):
        if node not in visited:
            visited.add(node)
            node.grad = 0.0
            for inp in node._prev:
                yield go(inp)

    springboard(go(root))
