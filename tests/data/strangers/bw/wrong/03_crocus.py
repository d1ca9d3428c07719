"""The whole engine, lean: slots, and the local slopes are worked out on the way forward."""

import math

_constants = {}


class Value:
    __slots__ = ("data", "grad", "_prev", "_slopes")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def _backward(self):
        grad = self.grad
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * grad

    def __add__(self, other):
        b = operand(other)
        return Value(self.data + b.data, (self, b), (1.0, 1.0))

    def __sub__(self, other):
        b = operand(other)
        return Value(self.data - b.data, (self, b), (1.0, -1.0))

    def __mul__(self, other):
        b = operand(other)
        return Value(self.data * b.data, (self, b), (b.data, self.data))

    def __truediv__(self, other):
        b = operand(other)
        q = self.data / b.data
        return Value(q, (self, b), (1.0 / b.data, -q / b.data))

    def __radd__(self, other):
        return operand(other).__add__(self)

    def __rsub__(self, other):
        return operand(other).__sub__(self)

    def __rmul__(self, other):
        return operand(other).__mul__(self)

    def __rtruediv__(self, other):
        return operand(other).__truediv__(self)

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def operand(x):
    return x if isinstance(x, Value) else constant(x)


def constant(number):
    """One node for each plain number, or a training loop makes thousands of them."""
    key = hash(number)
    if key not in _constants:
        _constants[key] = Value(float(number))
    return _constants[key]


def build_topo(v, visited, topo):
    path = [v]
    while path:
        node = path[-1]
        if node in visited:
            path.pop()
            continue
        missing = [child for child in node._prev if child not in visited]
        if missing:
            path.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            path.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
