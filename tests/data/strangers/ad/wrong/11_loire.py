"""Heights."""

from math import exp, tanh


class Value(object):
    __slots__ = ("data", "grad", "_prev", "_backward", "height")

    def __init__(self, data, *inputs):
        self.data, self.grad, self._prev = data, 0.0, list(inputs)
        self.height = 1 + max([node.height for node in inputs], default=-1)
        self._backward = lambda: None

    def _with(self, share):
        self._backward = lambda: share(self.grad)
        return self

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)

        def share(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, self, other)._with(share)

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)

        def share(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, self, other)._with(share)

    def __neg__(self):
        def share(g):
            self.grad -= g

        out = Value(-self.data, self)
        out.height = self.height
        return out._with(share)

    def __pow__(self, n):
        def share(g):
            if n != 0:
                self.grad += g * (n * self.data ** (n - 1))

        return Value(self.data**n, self)._with(share)

    def reciprocal(self):
        r = 1.0 / self.data

        def share(g):
            self.grad -= g * r * r

        return Value(r, self)._with(share)

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        return self * (other.reciprocal() if isinstance(other, Value) else 1.0 / other)

    def __rtruediv__(self, other):
        return self.reciprocal() * other

    __radd__, __rmul__ = __add__, __mul__

    def tanh(self):
        t = tanh(self.data)

        def share(g):
            self.grad += g * (1 - t**2)

        return Value(t, self)._with(share)

    def exp(self):
        e = exp(self.data)

        def share(g):
            self.grad += g * e

        return Value(e, self)._with(share)

    def relu(self):
        alive = self.data > 0

        def share(g):
            if alive:
                self.grad += g

        return Value(self.data if alive else 0.0, self)._with(share)

    def backward(self):
        nodes = by_height(self)
        for node in nodes:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1
        for node in reversed(nodes):
            node._backward()

    def zero_grad(self):
        for node in reach(self):
            node.grad = 0.0


def reach(root):
    found, at = {root: None}, [root]
    while at:
        for node in at.pop()._prev:
            if node not in found:
                found[node] = None
                at.append(node)
    return found


def by_height(root):
    return sorted(reversed(reach(root)), key=lambda node: node.height)


def build_topo(v, visited, topo):
    topo[:] = by_height(v)


def zero_grad(root):
    root.zero_grad()
