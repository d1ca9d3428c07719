"""Engine, final version. Arithmetic is in a mixin, the graph in Value."""

import math


class Arithmetic:
    """All the operators, out of five that do the work."""

    __slots__ = ()

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + other * -1.0

    def __rsub__(self, other):
        return self * -1.0 + other

    def __truediv__(self, other):
        if not isinstance(other, Arithmetic):
            return self * (1.0 / other)
        return self * other.inverse()

    def __rtruediv__(self, other):
        return self.inverse() * other


class Value(Arithmetic):
    __slots__ = ("data", "grad", "_prev", "_backward", "__weakref__")

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def _one_input(self, data, slope):
        out = Value(data, (self,))

        def pull():
            self.grad += slope * out.grad

        out._backward = pull
        return out

    def __add__(self, other):
        if not isinstance(other, Value):
            return self._one_input(self.data + other, 1.0)
        out = Value(self.data + other.data, (self, other))

        def pull():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = pull
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            return self._one_input(self.data * other, other)
        left, right = self.data, other.data
        out = Value(left * right, (self, other))

        def pull():
            self.grad += right * out.grad
            other.grad += left * out.grad

        out._backward = pull
        return out

    def inverse(self):
        r = 1.0 / self.data
        return self._one_input(r, -r * r)

    def __pow__(self, n):
        x = self.data
        return self._one_input(x**n, n * x ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._one_input(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._one_input(e, e)

    def relu(self):
        x = self.data
        return self._one_input(x, 1.0) if x > 0 else self._one_input(0.0, 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in reversed(order):
            node._backward()
        for node in order[:-1]:
            if node._prev:
                node.grad = 0.0


def build_topo(v, visited, topo):
    if v in visited:
        return
    visited.add(v)
    stack = [v]
    while stack:
        for child in stack[-1]._prev:
            if child not in visited:
                visited.add(child)
                stack.append(child)
                break
        else:
            topo.append(stack.pop())


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
