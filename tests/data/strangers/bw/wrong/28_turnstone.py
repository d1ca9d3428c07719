"""Exercise 13. A call of backward() keeps its gradients in a dictionary of its own, and
hands them to the leaves when it is through. A rule maps g to one amount per input."""

import math


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __add__(self, other):
        b = val(other)
        return Value(self.data + b.data, (self, b), lambda g: (g, g))

    def __sub__(self, other):
        b = val(other)
        return Value(self.data - b.data, (self, b), lambda g: (g, -g))

    def __mul__(self, other):
        a, b = self, val(other)
        return Value(a.data * b.data, (a, b), lambda g: (g * b.data, g * a.data))

    def __truediv__(self, other):
        a, b = self, val(other)
        return Value(
            a.data / b.data,
            (a, b),
            lambda g: (g / b.data, -g * a.data / (b.data * b.data)),
        )

    def __pow__(self, n):
        def rule(g):
            return (g * n * self.data ** (n - 1) if n != 0 else 0.0,)

        return Value(self.data**n, (self,), rule)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __radd__(self, other):
        return val(other) + self

    def __rsub__(self, other):
        return val(other) - self

    def __rmul__(self, other):
        return val(other) * self

    def __rtruediv__(self, other):
        return val(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda g: (g if on else 0.0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        gradient = dict.fromkeys(order, 0.0)
        gradient[self] = 1.0
        for node in reversed(order):
            if not node._prev:
                continue
            g = gradient[node]
            if g == 0.0:
                break
            for child, amount in zip(node._prev, node._backward(g)):
                gradient[child] += amount
        for node, g in gradient.items():
            if node._prev:
                node.grad = g
            else:
                node.grad += g


def val(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    opened = object()
    stack = [v]
    while stack:
        node = stack.pop()
        if node is opened:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, opened]
            stack += [child for child in node._prev if child not in visited]


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
