"""Exercise 13."""

import math


class Value:
    """One number, its gradient, and how it was made.

    The rules do not touch any `grad`. A rule gets the gradient of the result and returns one
    number per input. backward() keeps the sums in a dict and writes them down at the end.
    """

    def __init__(self, data, _prev=(), _op="", _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _rule

    def __repr__(self):
        return f"Value(data={self.data:.4f}, grad={self.grad:.4f})"

    def __add__(self, other):
        other = V(other)
        return Value(self.data + other.data, (self, other), "+", lambda g: (g, g))

    def __sub__(self, other):
        other = V(other)
        return Value(self.data - other.data, (self, other), "-", lambda g: (g, -g))

    def __mul__(self, other):
        other = V(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), "*", lambda g: (g * y, g * x))

    def __truediv__(self, other):
        other = V(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), "/", lambda g: (g / y, -g * x / y / y))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, (self,), "**", lambda g: (0.0,))
        return Value(x**n, (self,), "**", lambda g: (g * n * x ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda g: (-g,))

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
        return Value(t, (self,), "tanh", lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), "relu", lambda g: (g,))
        return Value(0.0, (self,), "relu", lambda g: (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        sums = {id(self): 1.0}
        for node in reversed(topo):
            if node._backward is None:
                continue
            parts = node._backward(sums[id(node)])
            for p, part in zip(node._prev, parts):
                sums[id(p)] = sums.get(id(node), 0.0) + part
        for node in topo:
            if node._backward is None:
                node.grad += sums[id(node)]
            else:
                node.grad = sums[id(node)]


def V(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, False)]
    while stack:
        node, back = stack.pop()
        if back:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend([(p, False) for p in node._prev if p not in visited])


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
