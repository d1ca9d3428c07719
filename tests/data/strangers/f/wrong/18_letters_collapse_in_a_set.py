"""Gradients by post: every node writes letters to its inputs, and opens its own box
once all of its consumers have written."""
import math
from collections import defaultdict


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    # -- arithmetic: `_backward(g)` gives the letters in the order of `_prev`

    def __add__(self, other):
        other = as_node(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = as_node(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = as_node(other)
        return Value(self.data * other.data, (self, other),
                     lambda g: (g * other.data, g * self.data))

    def __truediv__(self, other):
        other = as_node(other)
        quotient = self.data / other.data
        return Value(quotient, (self, other),
                     lambda g: (g / other.data, -g * quotient / other.data))

    def __pow__(self, n):
        def letters(g):
            return (g * n * self.data ** (n - 1),) if n != 0 else (0.0,)
        return Value(self.data ** n, (self,), letters)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __radd__(self, other):
        return as_node(other) + self

    def __rsub__(self, other):
        return as_node(other) - self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        positive = self.data > 0
        return Value(self.data if positive else 0.0, (self,),
                     lambda g: (g if positive else 0.0,))

    def backward(self):
        box = defaultdict(set)
        put = set.add
        put(box[self], 1.0)
        route = []
        build_topo(self, set(), route)
        for node in reversed(route):
            total = sum(box.pop(node))
            if node._backward is None:
                node.grad += total
                continue
            node.grad = total
            for receiver, letter in zip(node._prev, node._backward(total)):
                put(box[receiver], letter)


def as_node(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, None]
            stack += node._prev


def zero_grad(root):
    route = []
    build_topo(root, set(), route)
    for node in route:
        node.grad = 0.0
