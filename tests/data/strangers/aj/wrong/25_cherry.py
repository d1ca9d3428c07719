"""Rules are pure here: they get the gradient of the result and return one share per input."""
import math


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda g: ())

    def __add__(self, other):
        other = V(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = V(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = V(other)
        return Value(
            self.data * other.data,
            (self, other),
            lambda g: (g * other.data, g * self.data),
        )

    def __truediv__(self, other):
        other = V(other)
        return Value(
            self.data / other.data,
            (self, other),
            lambda g: (g / other.data, -g * self.data / other.data**2),
        )

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), lambda g: (0.0,))
        return Value(self.data**n, (self,), lambda g: (g * n * self.data ** (n - 1),))

    def __radd__(self, other):
        return V(other) + self

    def __rsub__(self, other):
        return V(other) - self

    def __rmul__(self, other):
        return V(other) * self

    def __rtruediv__(self, other):
        return V(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda g: (g,))
        return Value(0.0, (self,), lambda g: (0.0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        arrived = {self: 1.0}
        for node in reversed(order):
            g = arrived.pop(node, 0.0)
            shares = dict(zip(node._prev, node._backward(g)))
            for p, share in shares.items():
                arrived[p] = arrived.get(p, 0.0) + share
            if node._prev:
                node.grad = g
            else:
                node.grad += g


def V(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, seen_inputs = stack.pop()
        if seen_inputs:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for p in node._prev:
            if p not in visited:
                stack.append((p, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
