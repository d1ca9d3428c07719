"""Autodiff on single numbers."""

import math


class Value:
    def __init__(self, data, prev=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._rule = rule
        self._sorted = None

    def _backward(self):
        if self._rule:
            for node, amount in self._rule(self.grad):
                node.grad += amount

    def backward(self):
        if self._sorted is None:
            found = []
            build_topo(self, set(), found)
            self._sorted = tuple(found)
        for node in self._sorted:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(self._sorted):
            node._backward()

    def __add__(self, other):
        other = the_node(other)
        return Value(
            self.data + other.data, (self, other), lambda g: [(self, g), (other, g)]
        )

    def __sub__(self, other):
        other = the_node(other)
        return Value(
            self.data - other.data, (self, other), lambda g: [(self, g), (other, -g)]
        )

    def __mul__(self, other):
        other = the_node(other)
        return Value(
            self.data * other.data,
            (self, other),
            lambda g: [(self, g * other.data), (other, g * self.data)],
        )

    def __truediv__(self, other):
        other = the_node(other)
        q = self.data / other.data
        return Value(
            q, (self, other), lambda g: [(self, g / other.data), (other, -g * q / other.data)]
        )

    def __pow__(self, n):
        return Value(
            self.data**n,
            (self,),
            lambda g: [(self, g * n * self.data ** (n - 1))] if n else [],
        )

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: [(self, -g)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: [(self, g * (1 - t * t))])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: [(self, g * e)])

    def relu(self):
        r = self.data if self.data > 0 else 0.0
        return Value(r, (self,), lambda g: [(self, g)] if r else [])

    def __radd__(self, other):
        return the_node(other) + self

    def __rsub__(self, other):
        return the_node(other) - self

    def __rmul__(self, other):
        return the_node(other) * self

    def __rtruediv__(self, other):
        return the_node(other) / self


def the_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node in visited:
            continue
        elif node._sorted is not None:
            visited.update(node._sorted)
            topo.extend(node._sorted)
        else:
            visited.add(node)
            stack.append((node, True))
            for n in node._prev:
                stack.append((n, False))


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        node.grad = 0.0
        stack.extend(node._prev)
