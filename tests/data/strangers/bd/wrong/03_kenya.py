"""All operations are rows of one table: how to compute it, and its slopes."""

import math

# name: (value from the numbers of the inputs, slopes from the result and those numbers)
TABLE = {
    "add": (lambda x, y: x + y, lambda r, x, y: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda r, x, y: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda r, x, y: (y, x)),
    "div": (lambda x, y: x / y, lambda r, x, y: (1.0 / y, -r / y)),
    "neg": (lambda x: -x, lambda r, x: (-1.0,)),
    "tanh": (math.tanh, lambda r, x: (1.0 - r * r,)),
    "exp": (math.exp, lambda r, x: (r,)),
    "relu": (lambda x: x if x > 0 else 0.0, lambda r, x: (1.0 if x > 0 else 0.0,)),
}


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = None
        self._made = {}  # what has been made of this node, so as not to make it again

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        if self._prev:
            slopes = self._slopes(self.data, *[node.data for node in self._prev])
            for node, slope in zip(self._prev, slopes):
                node.grad += slope * self.grad

    def __pow__(self, n):
        return record(
            f"pow {n}",
            lambda x: x**n,
            lambda r, x: (n * x ** (n - 1) if n != 0 else 0.0,),
            self,
        )

    def __add__(self, other):
        return apply("add", self, other)

    def __radd__(self, other):
        return apply("add", other, self)

    def __sub__(self, other):
        return apply("sub", self, other)

    def __rsub__(self, other):
        return apply("sub", other, self)

    def __mul__(self, other):
        return apply("mul", self, other)

    def __rmul__(self, other):
        return apply("mul", other, self)

    def __truediv__(self, other):
        return apply("div", self, other)

    def __rtruediv__(self, other):
        return apply("div", other, self)

    def __neg__(self):
        return apply("neg", self)

    def tanh(self):
        return apply("tanh", self)

    def exp(self):
        return apply("exp", self)

    def relu(self):
        return apply("relu", self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def apply(op, *inputs):
    compute, slopes = TABLE[op]
    inputs = [x if isinstance(x, Value) else Value(x) for x in inputs]
    return record(op, compute, slopes, *inputs)


def record(op, compute, slopes, *inputs):
    """The node for `op` of these inputs."""
    made = inputs[0]._made
    key = (op, *inputs)
    if key not in made:
        node = Value(compute(*[x.data for x in inputs]), inputs, op)
        node._slopes = slopes
        made[key] = node
    return made[key]


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, inputs = path[-1]
        for child in inputs:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
