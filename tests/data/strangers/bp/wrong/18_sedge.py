"""Exam: engine with plain tuples of slopes."""

import math


class Value:
    def __init__(self, data, inputs=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._slopes = tuple(slopes)

    def __repr__(self):
        return f"Value({self.data}, {len(self._prev)} inputs)"

    def contributions(self):
        """Pairs of an input and what it gets; what would get 0 can be left out."""
        g = self.grad
        shares = [slope * g for slope in self._slopes if slope != 0.0]
        return zip(self._prev, shares)

    def _backward(self):
        for node, share in self.contributions():
            node.grad += share

    def backward(self):
        order = list(walk(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def __neg__(self):
        return Value(-self.data, [self], [-1.0])

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, [self, other], [1.0, 1.0])

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, [self, other], [1.0, -1.0])

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def __truediv__(self, other):
        other = lift(other)
        quotient = self.data / other.data
        return Value(quotient, [self, other], [1.0 / other.data, -quotient / other.data])

    def __radd__(self, other):
        return lift(other).__add__(self)

    def __rsub__(self, other):
        return lift(other).__sub__(self)

    def __rmul__(self, other):
        return lift(other).__mul__(self)

    def __rtruediv__(self, other):
        return lift(other).__truediv__(self)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, [self], [slope])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], [1.0 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], [e])

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(slope * self.data, [self], [slope])


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def walk(root):
    """Yield the nodes below root and root itself, inputs first."""
    met = {root}
    path = [(root, iter(root._prev))]
    while path:
        node, rest = path[-1]
        for p in rest:
            if p not in met:
                met.add(p)
                path.append((p, iter(p._prev)))
                break
        else:
            path.pop()
            yield node


def build_topo(v, visited, topo):
    for node in walk(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0
