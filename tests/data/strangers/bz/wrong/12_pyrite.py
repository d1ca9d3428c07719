"""Exercise 13: binary nodes. Each has a left and a right input, one of them or both may be
missing, and two local derivatives beside them.
"""

import math


class Value:
    __slots__ = ("data", "grad", "left", "right", "dleft", "dright")

    def __init__(self, data, left=None, right=None, dleft=0.0, dright=0.0):
        self.data = float(data)
        self.grad = 0.0
        self.left = left
        self.right = right
        self.dleft = dleft
        self.dright = dright

    @property
    def _prev(self):
        return tuple(node for node in (self.left, self.right) if node)

    def _backward(self):
        if self.left is not None:
            self.left.grad += self.dleft * self.grad
        if self.right is not None:
            self.right.grad += self.dright * self.grad

    # ---- a Value behaves like its number ----

    def __float__(self):
        return self.data

    def __bool__(self):
        return bool(self.data)

    def __lt__(self, other):
        return self.data < float(other)

    def __gt__(self, other):
        return self.data > float(other)

    def __repr__(self):
        return f"Value({self.data})"

    # ---- operators ----

    def __add__(self, other):
        other = node_for(other)
        return Value(self.data + other.data, self, other, 1.0, 1.0)

    def __sub__(self, other):
        other = node_for(other)
        return Value(self.data - other.data, self, other, 1.0, -1.0)

    def __mul__(self, other):
        other = node_for(other)
        return Value(self.data * other.data, self, other, other.data, self.data)

    def __truediv__(self, other):
        other = node_for(other)
        a, b = self.data, other.data
        return Value(a / b, self, other, 1.0 / b, -a / (b * b))

    def __radd__(self, other):
        return node_for(other) + self

    def __rsub__(self, other):
        return node_for(other) - self

    def __rmul__(self, other):
        return node_for(other) * self

    def __rtruediv__(self, other):
        return node_for(other) / self

    def __neg__(self):
        return Value(-self.data, self, dleft=-1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, self, dleft=slope)

    # ---- functions ----

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, self, dleft=1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, self, dleft=e)

    def relu(self):
        if self > 0:
            return Value(self.data, self, dleft=1.0)
        return Value(0.0, self, dleft=0.0)

    # ---- gradients ----

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.left is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def node_for(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, v._prev)]
    visited.add(v)
    while stack:
        node, rest = stack.pop()
        if len(rest) == 0:
            topo.append(node)
            continue
        stack.append((node, rest[1:]))
        if rest[0] not in visited:
            visited.add(rest[0])
            stack.append((rest[0], rest[0]._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
