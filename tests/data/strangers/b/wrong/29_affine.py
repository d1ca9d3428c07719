import math


class Value:
    def __init__(self, data, _prev=(), _backward=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def affine(self, scale, shift):
        """scale * self + shift, for plain numbers."""
        return Value(scale * self.data + shift, (self,), (scale,))

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (self, other), (1.0, 1.0))
        return self.affine(1.0, other)

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, (self, other), (1.0, -1.0))
        return self.affine(1.0, -other)

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, (self, other), (other.data, self.data))
        return self.affine(other, 0.0)

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other.recip()
        return Value(self.data / other, (self,), (other,))

    def recip(self):
        r = 1.0 / self.data
        return Value(r, (self,), (-r * r,))

    def __radd__(self, other):
        return self.affine(1.0, other)

    def __rsub__(self, other):
        return self.affine(-1.0, other)

    def __rmul__(self, other):
        return self.affine(other, 0.0)

    def __rtruediv__(self, other):
        return self.recip().affine(other, 0.0)

    def __neg__(self):
        return self.affine(-1.0, 0.0)

    def __pow__(self, n):
        if n == 0:
            return self.affine(0.0, 1.0)
        return Value(self.data**n, (self,), (n * self.data ** (n - 1),))

    def tanh(self):
        th = math.tanh(self.data)
        return Value(th, (self,), ((1 + th) * (1 - th),))

    def exp(self):
        ex = math.exp(self.data)
        return Value(ex, (self,), (ex,))

    def relu(self):
        if self.data > 0:
            return self.affine(1.0, 0.0)
        return self.affine(0.0, 0.0)

    def backward(self):
        line = []
        build_topo(self, set(), line)
        for node in line:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in line[::-1]:
            for source, slope in zip(node._prev, node._backward):
                source.grad += node.grad * slope


def build_topo(v, visited, topo):
    waiting = [v]
    while waiting:
        node = waiting[-1]
        if id(node) in visited:
            waiting.pop()
            continue
        before = len(waiting)
        for source in node._prev:
            if id(source) not in visited:
                waiting.append(source)
        if len(waiting) == before:
            visited.add(id(node))
            topo.append(waiting.pop())


def zero_grad(root):
    line = []
    build_topo(root, set(), line)
    for node in line:
        node.grad = 0.0
