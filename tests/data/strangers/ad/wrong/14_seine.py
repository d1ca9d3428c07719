"""Sleeping rules."""

import math


def started(work):
    next(work)
    return work.__next__


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = lambda: None
        self._e = None

    @classmethod
    def lift(cls, x):
        return x if isinstance(x, cls) else cls(x)

    @classmethod
    def result(cls, data, inputs, slopes):
        out = cls(data, inputs)

        def work():
            while True:
                yield
                for node, slope in zip(inputs, slopes):
                    node.grad += slope * out.grad

        out._backward = started(work())
        return out

    def __add__(self, other):
        other = self.lift(other)
        return self.result(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = self.lift(other)
        return self.result(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = self.lift(other)
        return self.result(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = self.lift(other)
        out = self.data / other.data
        return self.result(out, (self, other), (1 / other.data, -out / other.data))

    def __radd__(self, other):
        return self.lift(other).__add__(self)

    def __rsub__(self, other):
        return self.lift(other).__sub__(self)

    def __rmul__(self, other):
        return self.lift(other).__mul__(self)

    def __rtruediv__(self, other):
        return self.lift(other).__truediv__(self)

    def __neg__(self):
        return self.result(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self.result(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return self.result(t, (self,), (1 - t * t,))

    def exp(self):
        if self._e is None:
            self._e = math.exp(self.data)
        return self.result(self._e, (self,), (self._e,))

    def relu(self):
        if self.data > 0:
            return self.result(self.data, (self,), (1.0,))
        return self.result(0.0, (self,), (0.0,))

    def backward(self):
        order = list(upwards(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def upwards(root):
    seen = {root}
    road = [(root, iter(root._prev))]
    while road:
        node, rest = road[-1]
        for source in rest:
            if source not in seen:
                seen.add(source)
                road.append((source, iter(source._prev)))
                break
        else:
            road.pop()
            yield node


def build_topo(v, visited, topo):
    for node in upwards(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in upwards(root):
        node.grad = 0.0
