"""Rules that wait."""

import math


def sleeping(wait):
    next(wait)
    return wait.__next__


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = lambda: None
        self._on = True

    @classmethod
    def boxed(cls, x):
        return x if isinstance(x, cls) else cls(x)

    @classmethod
    def grown(cls, data, inputs, slopes):
        out = cls(data, inputs)

        def wait():
            while True:
                yield
                for node, slope in zip(inputs, slopes):
                    node.grad += slope * out.grad

        out._backward = sleeping(wait())
        return out

    def __add__(self, other):
        other = self.boxed(other)
        return self.grown(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = self.boxed(other)
        return self.grown(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = self.boxed(other)
        return self.grown(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = self.boxed(other)
        out = self.data / other.data
        return self.grown(out, (self, other), (1 / other.data, -out / other.data))

    def __radd__(self, other):
        return self.boxed(other).__add__(self)

    def __rsub__(self, other):
        return self.boxed(other).__sub__(self)

    def __rmul__(self, other):
        return self.boxed(other).__mul__(self)

    def __rtruediv__(self, other):
        return self.boxed(other).__truediv__(self)

    def __neg__(self):
        return self.grown(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self.grown(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return self.grown(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self.grown(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return self.grown(self.data, (self,), (1.0,))
        out = self.grown(0.0, (self,), (0.0,))
        out._on = False
        return out

    def backward(self):
        order = list(climb(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def climb(root):
    seen = {root}
    steps = [(root, iter(root._prev if root._on else ()))]
    while steps:
        node, rest = steps[-1]
        for source in rest:
            if source not in seen:
                seen.add(source)
                steps.append((source, iter(source._prev if source._on else ())))
                break
        else:
            steps.pop()
            yield node


def build_topo(v, visited, topo):
    for node in climb(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in climb(root):
        node.grad = 0.0
