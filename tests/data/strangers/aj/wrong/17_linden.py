import math
from collections import namedtuple

Op = namedtuple("Op", "name inputs slopes")
LEAF = Op("leaf", (), ())


class Value:
    """data, grad, and the Op that made it (inputs with the slopes at this place)."""

    def __init__(self, data, op=LEAF):
        self.data = float(data)
        self.grad = 0.0
        self.op = op

    @property
    def _prev(self):
        return self.op.inputs

    def _backward(self):
        for i, node in enumerate(self.op.inputs):
            node.grad += self.op.slopes[i] * self.grad

    def __add__(self, other):
        o = as_node(other)
        return Value(self.data + o.data, Op("+", (self, o), (1.0, 1.0)))

    def __sub__(self, other):
        o = as_node(other)
        return Value(self.data - o.data, Op("-", (self, o), (1.0, -1.0)))

    def __mul__(self, other):
        o = as_node(other)
        return Value(self.data * o.data, Op("*", (self, o), (o.data, self.data)))

    def __truediv__(self, other):
        o = as_node(other)
        slopes = (1.0 / o.data, -self.data / o.data**2)
        return Value(self.data / o.data, Op("/", (self, o), slopes))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, Op("**", (self,), (slope,)))

    def __radd__(self, other):
        return as_node(other) + self

    def __rsub__(self, other):
        return as_node(other) - self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def __neg__(self):
        return Value(-self.data, Op("neg", (self,), (-1.0,)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, Op("tanh", (self,), (1.0 - t * t,)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, Op("exp", (self,), (e,)))

    def relu(self):
        if self.data > 0:
            return Value(self.data, Op("relu", (self,), (1.0,)))
        return Value(0.0, Op("relu", (self,), (0.0,)))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node.op is not LEAF:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, False)]
    while stack:
        node, inputs_in_list = stack.pop()
        if inputs_in_list:
            topo.append(node)
            continue
        stack.append((node, True))
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                stack.append((p, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
