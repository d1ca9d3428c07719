"""13: engine.  Functions of one number are written out with exp, see _tanh."""
from math import exp


def _tanh(x):
    e = exp(2.0 * x)
    return (e - 1.0) / (e + 1.0)


class Value:
    """A node.  `_backward` passes the node's gradient on to its inputs."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        result = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += result.grad
            other.grad += result.grad

        result._backward = _backward
        return result

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        result = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += result.grad * other.data
            other.grad += result.grad * self.data

        result._backward = _backward
        return result

    def __pow__(self, number):
        result = Value(self.data**number, (self,), "**")

        def _backward():
            if number == 0:
                slope = 0.0
            else:
                slope = number * self.data ** (number - 1)
            self.grad += result.grad * slope

        result._backward = _backward
        return result

    def tanh(self):
        t = _tanh(self.data)
        result = Value(t, (self,), "tanh")

        def _backward():
            self.grad += result.grad * (1.0 - t**2)

        result._backward = _backward
        return result

    def exp(self):
        e = exp(self.data)
        result = Value(e, (self,), "exp")

        def _backward():
            self.grad += result.grad * e

        result._backward = _backward
        return result

    def relu(self):
        positive = self.data > 0.0
        result = Value(self.data * positive, (self,), "relu")

        def _backward():
            self.grad += result.grad * positive

        result._backward = _backward
        return result

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    def __truediv__(self, other):
        return self * other**-1

    def __radd__(self, number):
        return self + number

    def __rmul__(self, number):
        return self * number

    def __rsub__(self, number):
        return self * -1 + number

    def __rtruediv__(self, number):
        return self**-1 * number

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, list(v._prev))]
    visited.add(v)
    while stack:
        node, left = stack[-1]
        if not left:
            topo.append(node)
            stack.pop()
            continue
        p = left.pop()
        if p not in visited:
            visited.add(p)
            stack.append((p, list(p._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
