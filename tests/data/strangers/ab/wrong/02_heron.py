"""Reverse mode in one class. Edges hold the slope that belongs to them."""

import math

SATURATED = 0.999


class Value:
    __slots__ = ("data", "grad", "_prev", "_slopes", "_backward")

    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = slopes
        self._backward = self._pass_on

    def _pass_on(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    # --- arithmetic -------------------------------------------------------

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __radd__(self, other):
        return wrap(other) + self

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __rsub__(self, other):
        return wrap(other) - self

    def __mul__(self, other):
        other = wrap(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __rmul__(self, other):
        return wrap(other) * self

    def __truediv__(self, other):
        other = wrap(other)
        quotient = self.data / other.data
        return Value(quotient, (self, other), (1.0 / other.data, -quotient / other.data))

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    # --- bends ------------------------------------------------------------

    def tanh(self):
        t = math.tanh(self.data)
        slope = 0.0 if abs(t) > SATURATED else 1.0 - t * t
        return Value(t, (self,), (slope,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    # --- the way back -----------------------------------------------------

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def wrap(thing):
    return thing if isinstance(thing, Value) else Value(float(thing))


def build_topo(v, visited, topo):
    """Depth first; each entry of the pile is a node and an iterator over its inputs."""
    if v in visited:
        return
    visited.add(v)
    pile = [(v, iter(v._prev))]
    while pile:
        node, inputs = pile[-1]
        for child in inputs:
            if child not in visited:
                visited.add(child)
                pile.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            pile.pop()


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                todo.append(child)
