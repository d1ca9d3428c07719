"""Every node owns a coroutine. It sleeps until a gradient is sent in, gives shares to the
inputs, and sleeps again."""
import math


def asleep(coroutine):
    next(coroutine)
    return coroutine


def giver(inputs, slopes):
    while True:
        g = yield
        for node, slope in zip(inputs, slopes):
            node.grad += slope * g


def walker(root):
    """Yields (node, True) when a node is met for the first time, (node, False) when all of
    its inputs are through."""
    met = {root}
    trail = [(root, iter(root._prev))]
    yield root, True
    while trail:
        node, rest = trail[-1]
        for child in rest:
            if child not in met:
                met.add(child)
                trail.append((child, iter(child._prev)))
                yield child, True
                break
        else:
            trail.pop()
            yield node, False


class Value:
    def __init__(self, data, *edges):
        self.data = float(data)
        self.grad = 0.0
        self._prev = [node for node, _ in edges]
        self._backward = asleep(giver(self._prev, [slope for _, slope in edges]))

    def backward(self):
        done = []
        for node, first in walker(self):
            if not first:
                done.append(node)
            elif node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(done):
            node._backward.send(node.grad)

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value(self.data + other, (self, 1.0))
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, (self, other))
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self, 0.0))
        return Value(self.data**n, (self, n * self.data ** (n - 1)))

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value(self.data / other, (self, 1.0 / other))
        q = self.data / other.data
        return Value(q, (self, 1.0 / other.data), (other, -q / other.data))

    def __rsub__(self, number):
        return Value(number - self.data, (self, -1.0))

    def __rtruediv__(self, number):
        q = number / self.data
        return Value(q, (self, -q / self.data))

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        return Value(self.data, (self, 1.0)) if self.data > 0 else Value(0.0, (self, 0.0))


def build_topo(v, visited, topo):
    topo.extend(node for node, first in walker(v) if not first)


def zero_grad(root):
    for node, first in walker(root):
        if first:
            node.grad = 0.0
