"""Edges with slopes: all slopes are known as soon as an operation has been computed."""

from math import cosh, exp, tanh

FLAT = 700.0


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_slopes", "__weakref__")

    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = _slopes

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    # two operands

    def __add__(self, other):
        return binary("+", self, other, lambda x, y: (x + y, 1.0, 1.0))

    def __radd__(self, other):
        return binary("+", other, self, lambda x, y: (x + y, 1.0, 1.0))

    def __sub__(self, other):
        return binary("-", self, other, lambda x, y: (x - y, 1.0, -1.0))

    def __rsub__(self, other):
        return binary("-", other, self, lambda x, y: (x - y, 1.0, -1.0))

    def __mul__(self, other):
        return binary("*", self, other, lambda x, y: (x * y, y, x))

    def __rmul__(self, other):
        return binary("*", other, self, lambda x, y: (x * y, y, x))

    def __truediv__(self, other):
        return binary("/", self, other, lambda x, y: (x / y, 1 / y, -x / y / y))

    def __rtruediv__(self, other):
        return binary("/", other, self, lambda x, y: (x / y, 1 / y, -x / y / y))

    # one operand

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), "**", (slope,))

    def tanh(self):
        x = self.data
        slope = 0.0 if abs(x) > FLAT else 1.0 / cosh(x) ** 2
        return Value(tanh(x), (self,), "tanh", (slope,))

    def exp(self):
        y = exp(self.data)
        return Value(y, (self,), "exp", (y,))

    def relu(self):
        positive = self.data > 0.0
        return Value(self.data * positive, (self,), "relu", (float(positive),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def binary(op, left, right, rule):
    left = left if isinstance(left, Value) else Value(left)
    right = right if isinstance(right, Value) else Value(right)
    y, to_left, to_right = rule(left.data, right.data)
    return Value(y, (left, right), op, (to_left, to_right))


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        waiting = [i for i in node._prev if i not in visited]
        if waiting:
            stack.extend(waiting)
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
