"""backward() works on a dictionary of its own and books the result on the nodes when it is
done; so nothing that an earlier call left on an inner node can get in the way."""

import math


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward  # gradient of this node -> contributions to its inputs
        self._total = 0.0

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = lift(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other), lambda g: (g * b, g * a))

    def __truediv__(self, other):
        other = lift(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other), lambda g: (g / b, -g * a / (b * b)))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        a = self.data
        return Value(a**n, (self,), lambda g: (g * n * a ** (n - 1) if n else 0.0,))

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        a = self.data
        return Value(a if a > 0 else 0.0, (self,), lambda g: (g if a > 0 else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        flow = dict.fromkeys(topo, 0.0)
        flow[self] = 1.0
        for node in reversed(topo):
            if node._prev:
                for below, part in zip(node._prev, node._backward(flow[node])):
                    flow[below] += part
        for node, amount in flow.items():
            if node._prev:
                node.grad = amount
            else:
                node._book(amount)

    def _book(self, amount):
        """Add to what a leaf has got so far."""
        if self.grad == 0:  # somebody has set it back
            self._total = 0.0
        self._total += amount
        self.grad = self._total


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    todo = [v]
    expanded = set()
    while todo:
        node = todo[-1]
        if node not in expanded:
            expanded.add(node)
            todo.extend(n for n in node._prev if n not in expanded)
        else:
            todo.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
