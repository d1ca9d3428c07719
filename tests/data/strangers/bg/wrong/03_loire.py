"""Every node keeps its edges: pairs of an input and the slope towards it."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward")

    def __init__(self, data, _prev=(), _op="", slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = tuple(slopes)

    # two inputs

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), "+", (1.0, 1.0))

    def __radd__(self, other):
        return wrap(other) + self

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), "-", (1.0, -1.0))

    def __rsub__(self, other):
        return wrap(other) - self

    def __mul__(self, other):
        other = wrap(other)
        return Value(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __rmul__(self, other):
        return wrap(other) * self

    def __truediv__(self, other):
        other = wrap(other)
        q = self.data / other.data
        return Value(q, (self, other), "/", (1 / other.data, -q / other.data))

    def __rtruediv__(self, other):
        return wrap(other) / self

    # one input

    def _unary(self, value, slope, op):
        return Value(value, (self,), op, (slope,))

    def __neg__(self):
        return self._unary(-self.data, -1.0, "neg")

    def __pow__(self, n):
        value = self.data**n
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._unary(value, slope, "pow")

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e, "exp")

    def relu(self):
        x = self.data
        return self._unary(0.5 * (x + abs(x)), 1.0 if x > 0 else 0.0, "relu")

    def backward(self):
        order = []
        build_topo(self, set(), order)
        flow = {id(node): 0.0 for node in order}
        flow[id(self)] = 1.0
        for node in reversed(order):
            g = flow[id(node)]
            if not node._prev:
                node.grad += g
                continue
            node.grad = g
            for source, slope in zip(node._prev, node._backward):
                flow[id(source)] += slope * g


def wrap(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in opened:
            visited.add(node)
            topo.append(stack.pop())
        else:
            opened.add(node)
            for source in node._prev:
                if source not in visited:
                    stack.append(source)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
