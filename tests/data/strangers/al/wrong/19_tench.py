"""Value with `_op` telling how it was made; an empty `_op` means: by hand."""

import math


class Value:
    def __init__(self, data, children=(), op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(children)
        self._op = op
        self._backward = lambda: None

    def __repr__(self):
        made = f", made by {self._op}" if self._op else ""
        return f"Value({self.data:.5g}, grad {self.grad:.5g}{made})"

    def __add__(self, other):
        other = ensure(other)
        out = Value(self.data + other.data, (self, other), "+")

        def backprop():
            for child in (self, other):
                child.grad += out.grad

        out._backward = backprop
        return out

    def __sub__(self, other):
        other = ensure(other)
        out = Value(self.data - other.data, (self, other), "-")

        def backprop():
            for child, sign in ((self, 1), (other, -1)):
                child.grad += sign * out.grad

        out._backward = backprop
        return out

    def __mul__(self, other):
        other = ensure(other)
        out = Value(self.data * other.data, (self, other), "*")

        def backprop():
            for child, sibling in ((self, other), (other, self)):
                child.grad += sibling.data * out.grad

        out._backward = backprop
        return out

    def __truediv__(self, other):
        return self * ensure(other) ** -1

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"** {n}")

        def backprop():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = backprop
        return out

    def __neg__(self):
        return 0 - self

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def backprop():
            self.grad += out.data * out.grad

        out._backward = backprop
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def backprop():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = backprop
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def backprop():
            self.grad += (out.data > 0) * out.grad

        out._backward = backprop
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Reverse postorder by generators instead of calls."""

    def tour(node):
        for child in node._prev:
            if child not in visited:
                visited.add(child)
                yield child
        topo.append(node)

    visited.add(v)
    tours = [tour(v)]
    while tours:
        for child in tours[-1]:
            tours.append(tour(child))
            break
        else:
            tours.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
