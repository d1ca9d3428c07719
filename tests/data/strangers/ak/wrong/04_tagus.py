"""The whole engine."""

import math


class Value:
    tick = False

    def __init__(self, data, _prev=(), _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule
        self._tick = None

    def _backward(self):
        if self._rule:
            for node, share in zip(self._prev, self._rule(self.grad)):
                node._receive(share)

    def _receive(self, share):
        """Add a share. The first one of a pass replaces what an inner node still holds."""
        if self._prev and self._tick is not Value.tick:
            self._tick = Value.tick
            self.grad = share
        else:
            self.grad += share

    def backward(self):
        Value.tick = not Value.tick
        self._receive(1.0)
        topo = []
        build_topo(self, set(), topo)
        for node in reversed(topo):
            node._backward()

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __radd__(self, other):
        return wrap(other) + self

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __rsub__(self, other):
        return wrap(other) - self

    def __mul__(self, other):
        other = wrap(other)
        return Value(
            self.data * other.data,
            (self, other),
            lambda g: (g * other.data, g * self.data),
        )

    def __rmul__(self, other):
        return wrap(other) * self

    def __truediv__(self, other):
        other = wrap(other)
        return Value(
            self.data / other.data,
            (self, other),
            lambda g: (g / other.data, -g * self.data / other.data / other.data),
        )

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        def rule(g):
            return (g * n * self.data ** (n - 1) if n else 0.0,)

        return Value(self.data**n, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda g: (g if on else 0.0,))


def wrap(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def build_topo(v, visited, topo):
    down = [v]
    while down:
        node = down.pop()
        if type(node) is tuple:
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            down.append((node,))
            down.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
