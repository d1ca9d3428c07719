"""The exam. I mark nodes with the number of the walk instead of keeping sets (faster)."""
import math


class Node:
    """What every node has: inputs, gradient, mark of the last walk that came by."""

    def __init__(self, inputs):
        self.grad = 0.0
        self._prev = inputs
        self.mark = 0

    def _backward(self):
        pass


class Clock:
    def __init__(self):
        self.now = 0

    def tick(self):
        self.now += 1
        return self.now


clock = Clock()


def walk(root, stamp):
    """Yield the nodes that do not carry the stamp yet, inputs first."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            yield node[0]
        elif node.mark != stamp:
            node.mark = stamp
            stack.append((node,))
            stack.extend(node._prev)


class Value(Node):
    def __init__(self, data, _prev=(), rule=None):
        super().__init__(_prev)
        self.data = data
        self.rule = rule

    def _backward(self):
        if self.rule is not None:
            self.rule(self.grad, *self._prev)

    def backward(self):
        order = list(walk(self, clock.tick()))
        for node in order:
            if node.rule is not None:
                node.grad = 0.0
        self.grad += 1.0
        order.reverse()
        for node in order:
            node._backward()

    def __add__(self, other):
        other = wrap(other)

        def rule(g, x, y):
            x.grad += g
            y.grad += g

        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = wrap(other)

        def rule(g, x, y):
            x.grad += g
            y.grad -= g

        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = wrap(other)

        def rule(g, x, y):
            x.grad += g * y.data
            y.grad += g * x.data

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = wrap(other)

        def rule(g, x, y):
            x.grad += g / y.data
            y.grad -= g * x.data / (y.data * y.data)

        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g, x):
            if n != 0:
                x.grad += g * n * x.data ** (n - 1)

        return Value(self.data**n, (self,), rule)

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g, x):
            x.grad += g * (1.0 - t * t)

        return Value(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g, x):
            x.grad += g * e

        return Value(e, (self,), rule)

    def relu(self):
        def rule(g, x):
            if x.data > 0:
                x.grad += g

        return Value(max(0.0, self.data), (self,), rule)


def wrap(x):
    return x if isinstance(x, Node) else Value(x)


def build_topo(v, visited, topo):
    for node in walk(v, clock.tick()):
        topo.append(node)


def zero_grad(root):
    for node in walk(root, clock.now):
        node.grad = 0.0
