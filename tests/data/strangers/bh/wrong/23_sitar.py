import math
from functools import partial


def as_value(x):
    """Numbers, numpy scalars, fractions: everything that float() takes."""
    try:
        return Value(float(x))
    except TypeError:
        return x


def give(node, amount):
    node.grad += amount


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = []  # pairs: who gets something, and how much for a gradient of 1

    def __float__(self):
        return self.data

    def __repr__(self):
        return "Value(%g)" % self

    def _from(self, *pairs):
        self._backward = [(partial(give, node), slope) for node, slope in pairs]
        return self

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data, (self, other), "+")
        return out._from((self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = as_value(other)
        out = Value(self.data - other.data, (self, other), "-")
        return out._from((self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, (self, other), "*")
        return out._from((self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = as_value(other)
        out = Value(self.data / other.data, (self, other), "/")
        return out._from((self, 1 / other.data), (other, -out.data / other.data))

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")._from((self, -1.0))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), "**")._from((self, slope))

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        return out._from((self, 1 - out.data**2))

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        return out._from((self, out.data))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(slope * self.data, (self,), "relu")._from((self, slope))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for send, slope in node._backward:
                send(slope * node.grad)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
