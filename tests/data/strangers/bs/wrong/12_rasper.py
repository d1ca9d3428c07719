"""Exercise 13: the whole engine. The functions are in a table, see FUNCTIONS."""

import math


def _relu(x):
    return x if x > 0 else 0.0


# name: (value, derivative from x and y)
FUNCTIONS = {
    "tanh": (math.tanh, lambda x, y: 1.0 - y * y),
    "exp": (math.exp, lambda x, y: y),
    "relu": (_relu, lambda x, y: 1.0 if x > 0 else 0.0),
}


class Value:
    def __init__(self, data, parents=(), weights=()):
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self._weights = weights
        self._memo = None

    def _backward(self):
        for parent, weight in zip(self._prev, self._weights):
            parent.grad += weight * self.grad

    def _compute(self, name):
        """tanh(x) is often asked for several times (gates!), so x remembers it."""
        if self._memo is None:
            self._memo = {}
        if name not in self._memo:
            self._memo[name] = FUNCTIONS[name][0](self.data)
        return self._memo[name]

    def _function(self, name):
        y = self._compute(name)
        slope = FUNCTIONS[name][1]
        return Value(y, (self,), (slope(self.data, y),))

    def tanh(self):
        return self._function("tanh")

    def exp(self):
        return self._function("exp")

    def relu(self):
        return self._function("relu")

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = to_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = to_value(other)
        ratio = self.data / other.data
        return Value(ratio, (self, other), (1.0 / other.data, -ratio / other.data))

    def __pow__(self, n):
        weight = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), (weight,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._weights:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def to_value(x):
    if not isinstance(x, Value):
        x = Value(x)
    return x


def build_topo(v, visited, topo):
    agenda = [(v, 0)]
    while agenda:
        node, step = agenda.pop()
        if step == 1:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append((node, 1))
            agenda += [(parent, 0) for parent in node._prev]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
