import math


class Value:
    """A node. `_backward` adds its contributions to the nodes in `_prev`."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            for node in out._prev:
                node.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            left, right = out._prev
            left.grad += right.data * out.grad
            right.grad += left.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            left, right = out._prev
            left.grad += out.grad / right.data
            right.grad -= out.grad * left.data / right.data**2

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def _backward():
            slope = 0.0 if n == 0 else n * self.data ** (n - 1)
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self * -1 + other

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1.0 - out.data * out.data) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def _backward():
            self.grad += out.grad if self.data > 0 else 0.0

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


def toposort(end_node):
    """From exercise 12: root first, each node after all of its consumers."""
    waits_for = {end_node: 0}
    stack = [end_node]
    while stack:
        node = stack.pop()
        for input_node in set(node._prev):
            if input_node not in waits_for:
                waits_for[input_node] = 0
                stack.append(input_node)
            waits_for[input_node] += 1

    ready = [end_node]
    while ready:
        node = ready.pop()
        yield node
        for input_node in node._prev:
            waits_for[input_node] -= 1
            if waits_for[input_node] == 0:
                ready.append(input_node)


def build_topo(v, visited, topo):
    topo.extend(toposort(v))
    topo.reverse()


def zero_grad(root):
    for node in toposort(root):
        node.grad = 0.0
