import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    @staticmethod
    def _new(data, op, *inputs):
        return Value(data, inputs, op)

    def __add__(self, other):
        other = _v(other)
        out = self._new(self.data + other.data, "add", self, other)

        def _backward():
            for x in (self, other):
                x.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = _v(other)
        out = self._new(self.data * other.data, "mul", self, other)

        def _backward():
            for x, y in ((self, other), (other, self)):
                x.grad += y.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = _v(other)
        out = self._new(self.data / other.data, "div", self, other)

        def _backward():
            share = out.grad / other.data
            self.grad += share
            other.grad -= share * out.data

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = self._new(self.data**n, "pow", self)

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return _v(-1.0) * self

    def __sub__(self, other):
        return self + -_v(other)

    def __radd__(self, other):
        return _v(other) + self

    def __rsub__(self, other):
        return _v(other) - self

    def __rmul__(self, other):
        return _v(other) * self

    def __rtruediv__(self, other):
        return _v(other) / self

    def tanh(self):
        out = self._new(math.tanh(self.data), "tanh", self)

        def _backward():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = self._new(math.exp(self.data), "exp", self)

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = self._new(self.data * (self.data > 0), "relu", self)

        def _backward():
            self.grad += out.grad * (self.data > 0)

        out._backward = _backward
        return out

    def backward(self):
        order = list(toposort(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def _v(x):
    return x if isinstance(x, Value) else Value(x)


def toposort(end_node):
    """As in exercise 12: a node comes as soon as its last consumer has come."""
    waits_for = {end_node: 0}
    stack = [end_node]
    while stack:
        node = stack.pop()
        for i in node._prev:
            if i not in waits_for:
                waits_for[i] = 0
                stack.append(i)
                waits_for[i] += 1

    ready = [end_node]
    while ready:
        node = ready.pop()
        yield node
        for i in node._prev:
            waits_for[i] -= 1
            if waits_for[i] == 0:
                ready.append(i)


def build_topo(v, visited, topo):
    topo.extend(toposort(v))
    topo.reverse()
    visited.update(topo)


def zero_grad(root):
    for node in toposort(root):
        node.grad = 0.0
