"""Exercise 13. `sum` starts at 0, and no node is wasted on that."""

import math


def is_zero(x):
    return getattr(x, "data", x) == 0


def lifted(x):
    return x if isinstance(x, Value) else Value(float(x))


def nothing():
    pass


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._backward = nothing

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, other):
        if is_zero(other):
            return self
        other = lifted(other)
        out = Value(self.data + other.data, [self, other])

        def push():
            for node in out._prev:
                node.grad += out.grad

        out._backward = push
        return out

    __radd__ = __add__

    def __neg__(self):
        out = Value(-self.data, [self])

        def push():
            self.grad -= out.grad

        out._backward = push
        return out

    def __sub__(self, other):
        return self + -lifted(other)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        other = lifted(other)
        out = Value(self.data * other.data, [self, other])

        def push():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = push
        return out

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self * lifted(other) ** -1

    def __rtruediv__(self, other):
        return self**-1 * other

    def __pow__(self, exponent):
        out = Value(self.data**exponent, [self])

        def push():
            if not is_zero(exponent):
                slope = exponent * self.data ** (exponent - 1)
                self.grad += slope * out.grad

        out._backward = push
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), [self])

        def push():
            self.grad += (1.0 - out.data * out.data) * out.grad

        out._backward = push
        return out

    def exp(self):
        out = Value(math.exp(self.data), [self])

        def push():
            self.grad += out.data * out.grad

        out._backward = push
        return out

    def relu(self):
        out = Value(max(0.0, self.data), [self])

        def push():
            if out.data > 0.0:
                self.grad += out.grad

        out._backward = push
        return out

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    """Walk towards the inputs; a node without new inputs is done."""
    stack = [v]
    while stack:
        node = stack[-1]
        visited.add(node)
        for child in node._prev:
            if child not in visited:
                stack.append(child)
                break
        else:
            topo.append(stack.pop())


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
