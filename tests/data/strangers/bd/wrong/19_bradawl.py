"""Scalar autograd with slots. The slopes are worked out on the way forward and stored."""

import math

LEAF = ""


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_slopes", "_backward", "__weakref__")

    def __init__(self, data, _prev=(), _op=LEAF, _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = _slopes
        self._backward = self._pass_on

    def __repr__(self):
        return f"Value({self.data})"

    @property
    def is_leaf(self):
        return self._op == LEAF

    def _pass_on(self):
        g = self.grad
        for k, node in enumerate(self._prev):
            node.grad += self._slopes[k] * g

    # ---- two operands ----

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), "add", (1.0, 1.0))

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), "sub", (1.0, -1.0))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), "mul", (other.data, self.data))

    def __truediv__(self, other):
        other = as_value(other)
        q = self.data / other.data
        return Value(q, (self, other), "div", (1.0 / other.data, -q / other.data))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    # ---- one operand ----

    def __neg__(self):
        return Value(-self.data, (self,), _slopes=(-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), "pow", (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        if self.data > 0.0:
            return Value(self.data, (self,), "relu", (1.0,))
        return Value(0.0, (self,), "relu", (0.0,))

    # ---- backward ----

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def as_value(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        waiting = [child for child in node._prev if child not in visited]
        if waiting:
            stack.extend(waiting)
        else:
            visited.add(node)
            topo.append(stack.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
