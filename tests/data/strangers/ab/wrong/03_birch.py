"""An autodiff engine with a pool of nodes."""

import math


class Pool:
    """What has been made of which inputs."""

    def __init__(self):
        self._made = {}

    def fetch(self, op, inputs, make):
        key = (op, *map(id, inputs))
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]


POOL = Pool()


def as_value(x):
    if isinstance(x, Value):
        return x
    return Value(x)


class Value:
    def __init__(self, data, inputs=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = rule

    def __repr__(self):
        return f"<{self.data}>"

    def _binary(self, op, other, compute, slopes):
        def make():
            x, y = self.data, other.data
            return Value(compute(x, y), (self, other), slopes(x, y))

        return POOL.fetch(op, (self, other), make)

    def _unary(self, number, slope):
        return Value(number, (self,), (slope,))

    def __add__(self, other):
        return self._binary("+", as_value(other), lambda x, y: x + y, lambda x, y: (1.0, 1.0))

    def __sub__(self, other):
        return self._binary("-", as_value(other), lambda x, y: x - y, lambda x, y: (1.0, -1.0))

    def __mul__(self, other):
        return self._binary("*", as_value(other), lambda x, y: x * y, lambda x, y: (y, x))

    def __truediv__(self, other):
        return self._binary(
            "/", as_value(other), lambda x, y: x / y, lambda x, y: (1 / y, -x / (y * y))
        )

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __neg__(self):
        return self._unary(-self.data, -1.0)

    def __pow__(self, n):
        return self._unary(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e)

    def relu(self):
        positive = self.data > 0
        return self._unary(self.data if positive else 0.0, 1.0 if positive else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._prev:
                for child, slope in zip(node._prev, node._backward):
                    child.grad += slope * node.grad


def build_topo(v, visited, topo):
    stack = [v]
    open_nodes = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in open_nodes:
            stack.pop()
            visited.add(node)
            topo.append(node)
        else:
            open_nodes.add(node)
            stack.extend(child for child in node._prev if child not in visited)


def zero_grad(root):
    found = []
    build_topo(root, set(), found)
    for node in found:
        node.grad = 0.0
