"""An engine that computes all shares of a pass in a dict and writes the gradients at the end."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._total = 0.0
        self._backward = None

    def __add__(self, other):
        return join(self, other, "+", lambda a, b: a + b, lambda a, b, g: (g, g))

    def __radd__(self, other):
        return join(other, self, "+", lambda a, b: a + b, lambda a, b, g: (g, g))

    def __sub__(self, other):
        return join(self, other, "-", lambda a, b: a - b, lambda a, b, g: (g, -g))

    def __rsub__(self, other):
        return join(other, self, "-", lambda a, b: a - b, lambda a, b, g: (g, -g))

    def __mul__(self, other):
        return join(self, other, "*", lambda a, b: a * b, lambda a, b, g: (g * b, g * a))

    def __rmul__(self, other):
        return join(other, self, "*", lambda a, b: a * b, lambda a, b, g: (g * b, g * a))

    def __truediv__(self, other):
        return join(self, other, "/", lambda a, b: a / b, divided)

    def __rtruediv__(self, other):
        return join(other, self, "/", lambda a, b: a / b, divided)

    def __neg__(self):
        return self * -1.0

    def __pow__(self, n):
        return bend(self, "**", lambda x: x**n, lambda x, y: n * x ** (n - 1) if n else 0.0)

    def tanh(self):
        return bend(self, "tanh", math.tanh, lambda x, y: 1.0 - y * y)

    def exp(self):
        return bend(self, "exp", math.exp, lambda x, y: y)

    def relu(self):
        return bend(self, "relu", lambda x: max(x, 0.0), lambda x, y: 1.0 if x > 0 else 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        share = {self: 1.0}
        for node in reversed(order):
            g = share[node]
            if node._backward is None:
                settle(node, g)
                continue
            node.grad = g
            for i, more in zip(node._prev, node._backward(g)):
                share[i] = share.get(i, 0.0) + more


def settle(leaf, share):
    """Add the share of one pass to a leaf."""
    if leaf.grad == 0:
        leaf._total = 0.0  # it has been put back to zero
    leaf._total += share
    leaf.grad = leaf._total


def divided(a, b, g):
    return g / b, -g * a / b / b


def join(left, right, op, value, shares):
    left = left if isinstance(left, Value) else Value(left)
    right = right if isinstance(right, Value) else Value(right)
    a, b = left.data, right.data
    out = Value(value(a, b), (left, right), op)
    out._backward = lambda g: shares(a, b, g)
    return out


def bend(node, op, value, slope):
    x = node.data
    y = value(x)
    out = Value(y, (node,), op)
    out._backward = lambda g: (g * slope(x, y),)
    return out


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((i, False) for i in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = node._total = 0.0
