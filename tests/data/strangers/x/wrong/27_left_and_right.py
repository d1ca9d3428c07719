"""Each node has at most two inputs, so I store them as `left` and `right`."""

import math


class Value:
    def __init__(self, data, left=None, right=None):
        self.data = data
        self.grad = 0.0
        self.left = left
        self.right = right
        self._backward = lambda: None

    def __repr__(self):
        return f"<{self.data:g}, grad {self.grad:g}>"

    def __float__(self):
        return float(self.data)

    def __bool__(self):
        return self.data != 0.0

    @property
    def _prev(self):
        return children(self)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, self, other)
        def rule():
            out.left.grad += out.grad
            out.right.grad += out.grad
        out._backward = rule
        return out

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data - other.data, self, other)
        def rule():
            out.left.grad += out.grad
            out.right.grad -= out.grad
        out._backward = rule
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, self, other)
        def rule():
            out.left.grad += out.right.data * out.grad
            out.right.grad += out.left.data * out.grad
        out._backward = rule
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, self, other)
        def rule():
            out.left.grad += out.grad / out.right.data
            out.right.grad -= out.grad * out.data / out.right.data
        out._backward = rule
        return out

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value(-1.0) * self

    def __pow__(self, n):
        out = Value(self.data ** n, self)
        def rule():
            if n != 0:
                out.left.grad += n * out.left.data ** (n - 1) * out.grad
        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), self)
        def rule():
            out.left.grad += (1 - out.data ** 2) * out.grad
        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), self)
        def rule():
            out.left.grad += out.data * out.grad
        out._backward = rule
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, self)
        def rule():
            if out.data > 0:
                out.left.grad += out.grad
        out._backward = rule
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.left is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def children(node):
    found = []
    for child in (node.left, node.right):
        if child:
            found.append(child)
    return found


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, back = stack.pop()
        if back:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for child in children(node):
                stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
