import math

NEW, OPEN, DONE = range(3)


class Value:
    """One number, its gradient, and how it was made.

    `_mark` says how far a walk has come with this node. Between two walks it is NEW.
    """

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._mark = NEW
        self._backward = lambda: None

    def __add__(self, other):
        other = to_node(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = to_node(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        if n == 0:
            return self._bend(1.0, 0.0, "**0")
        return self._bend(self.data**n, n * self.data ** (n - 1), f"**{n}")

    def _bend(self, data, slope, op):
        out = Value(data, (self,), op)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._bend(t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._bend(e, e, "exp")

    def relu(self):
        if self.data > 0:
            return self._bend(self.data, 1.0, "relu")
        return self._bend(0.0, 0.0, "relu")

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + to_node(other) * -1

    def __truediv__(self, other):
        return self * to_node(other) ** -1

    def __rsub__(self, other):
        return to_node(other) - self

    def __rtruediv__(self, other):
        return to_node(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        order = inputs_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
                node._mark = NEW
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def to_node(x):
    return x if isinstance(x, Value) else Value(x)


def inputs_first(root):
    """All nodes below root. They stay marked: the caller has to set them back."""
    order = []
    stack = [root]
    while stack:
        node = stack[-1]
        if node._mark == NEW:
            node._mark = OPEN
            stack.extend(n for n in node._prev if n._mark == NEW)
        else:
            stack.pop()
            if node._mark == OPEN:
                node._mark = DONE
                order.append(node)
    return order


def build_topo(v, visited, topo):
    for node in inputs_first(v):
        node._mark = NEW
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in inputs_first(root):
        node._mark = NEW
        node.grad = 0.0
