import itertools
import math

serial = itertools.count()


class Node:
    """What has nothing to do with numbers: inputs, identity, walking."""

    def __init__(self, kind, inputs):
        self._serial = next(serial)
        self._kind = kind
        self._prev = list(inputs)

    def _key(self):
        return self._kind, self.data

    def __hash__(self):
        return hash(self._key())

    def __eq__(self, other):
        return isinstance(other, Node) and self._key() == other._key()

    def ordered(self):
        topo = []
        build_topo(self, set(), topo)
        return topo


class Value(Node):
    def __init__(self, data, kind="leaf", inputs=()):
        super().__init__(kind, inputs)
        self.data = float(data)
        self.grad = 0.0

    def __repr__(self):
        return f"#{self._serial} {self._kind}({self.data})"

    def __add__(self, other):
        other = self.coerce(other)
        return Value(self.data + other.data, "add", [self, other])

    def __mul__(self, other):
        other = self.coerce(other)
        return Value(self.data * other.data, "mul", [self, other])

    def __truediv__(self, other):
        other = self.coerce(other)
        return Value(self.data / other.data, "div", [self, other])

    def __pow__(self, n):
        out = Value(self.data**n, "pow", [self])
        out.exponent = n
        return out

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", [self])

    def exp(self):
        return Value(math.exp(self.data), "exp", [self])

    def relu(self):
        return Value(max(self.data, 0.0), "relu", [self])

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -self.coerce(other)

    def __rsub__(self, other):
        return self.coerce(other) - self

    def __rtruediv__(self, other):
        return self.coerce(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    @staticmethod
    def coerce(x):
        return x if isinstance(x, Value) else Value(x)

    def _backward(self):
        if self._kind != "leaf":
            getattr(self, "_back_" + self._kind)(self.grad, *self._prev)

    def _back_add(self, g, a, b):
        a.grad += g
        b.grad += g

    def _back_mul(self, g, a, b):
        a.grad += g * b.data
        b.grad += g * a.data

    def _back_div(self, g, a, b):
        a.grad += g / b.data
        b.grad -= g * a.data / b.data**2

    def _back_pow(self, g, a):
        n = self.exponent
        if n != 0:
            a.grad += g * n * a.data ** (n - 1)

    def _back_tanh(self, g, a):
        a.grad += g * (1.0 - self.data**2)

    def _back_exp(self, g, a):
        a.grad += g * self.data

    def _back_relu(self, g, a):
        if a.data > 0:
            a.grad += g

    def backward(self):
        topo = self.ordered()
        for node in topo:
            if node._kind != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack += [(child, False) for child in node._prev]


def zero_grad(root):
    for node in root.ordered():
        node.grad = 0.0
