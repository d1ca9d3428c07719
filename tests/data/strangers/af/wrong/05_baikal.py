import math
from array import array

GRADS = array("f")


class Value:
    __slots__ = ("data", "_place", "_prev", "_op", "_backward", "__weakref__")

    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self._prev = _prev
        self._op = _op
        self._place = len(GRADS)
        GRADS.append(0.0)
        self._backward = _backward or (lambda: None)

    def _get(self):
        return GRADS[self._place]

    def _set(self, number):
        GRADS[self._place] = number

    grad = property(_get, _set)

    def _node(self, number, op, *shares):
        """shares: pairs of an input and the slope towards it."""
        out = Value(number, tuple(node for node, _ in shares), op)

        def rule():
            for node, slope in shares:
                node.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        other = lift(other)
        return self._node(self.data + other.data, "+", (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = lift(other)
        return self._node(self.data - other.data, "-", (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = lift(other)
        return self._node(self.data * other.data, "*", (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = lift(other)
        q = self.data / other.data
        return self._node(q, "/", (self, 1.0 / other.data), (other, -q / other.data))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._node(self.data**n, "**", (self, slope))

    def __neg__(self):
        return self._node(-self.data, "neg", (self, -1.0))

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._node(t, "tanh", (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._node(e, "exp", (self, e))

    def relu(self):
        return self._node(max(0.0, self.data), "relu", (self, 1.0 if self.data > 0 else 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    todo = [(v, 0)]
    visited.add(v)
    while todo:
        node, i = todo.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        todo.append((node, i + 1))
        if node._prev[i] not in visited:
            visited.add(node._prev[i])
            todo.append((node._prev[i], 0))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
