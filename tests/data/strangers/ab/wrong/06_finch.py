"""Backward by counting."""

import math
import weakref


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_users", "_left", "__weakref__")

    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = slopes
        self._users = []
        self._left = 0
        for node in _prev:
            node._users.append(weakref.ref(self))

    def __repr__(self):
        return f"Value({self.data})"

    def _consumers(self):
        self._users = [user for user in self._users if user() is not None]
        return len(self._users)

    def __add__(self, other):
        other = make(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = make(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = make(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = make(other)
        inverse = 1.0 / other.data
        return Value(
            self.data / other.data, (self, other), (inverse, -self.data * inverse * inverse)
        )

    def __radd__(self, other):
        return make(other).__add__(self)

    def __rsub__(self, other):
        return make(other).__sub__(self)

    def __rmul__(self, other):
        return make(other).__mul__(self)

    def __rtruediv__(self, other):
        return make(other).__truediv__(self)

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n and n * self.data ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (1.0 if self.data > 0.0 else 0.0,))

    def backward(self):
        for node in below(self):
            node._left = node._consumers()
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            for child, slope in zip(node._prev, node._backward):
                child.grad += slope * node.grad
                child._left -= 1
                if child._left == 0:
                    ready.append(child)


def make(x):
    return x if isinstance(x, Value) else Value(float(x))


def below(root):
    """Everything reachable, in no particular order."""
    found = {root}
    todo = [root]
    while todo:
        for child in todo.pop()._prev:
            if child not in found:
                found.add(child)
                todo.append(child)
    return found


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += (node, None)
            stack += node._prev


def zero_grad(root):
    for node in below(root):
        node.grad = 0.0
