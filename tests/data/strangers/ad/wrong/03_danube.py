"""Rules are generators."""

import math


def armed(rule):
    next(rule)
    return rule.__next__


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = lambda: None
        self._runs = 0
        self._last = None

    @classmethod
    def cast(cls, x):
        return x if isinstance(x, cls) else cls(x)

    @classmethod
    def emit(cls, data, inputs, slopes):
        out = cls(data, inputs)

        def rule():
            while True:
                yield
                for node, slope in zip(inputs, slopes):
                    node.grad += slope * out.grad

        out._backward = armed(rule())
        return out

    def __add__(self, other):
        other = self.cast(other)
        return self.emit(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = self.cast(other)
        return self.emit(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = self.cast(other)
        return self.emit(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = self.cast(other)
        out = self.data / other.data
        return self.emit(out, (self, other), (1 / other.data, -out / other.data))

    def __radd__(self, other):
        return self.cast(other).__add__(self)

    def __rsub__(self, other):
        return self.cast(other).__sub__(self)

    def __rmul__(self, other):
        return self.cast(other).__mul__(self)

    def __rtruediv__(self, other):
        return self.cast(other).__truediv__(self)

    def __neg__(self):
        return self.emit(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self.emit(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return self.emit(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self.emit(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return self.emit(self.data, (self,), (1.0,))
        return self.emit(0.0, (self,), (0.0,))

    def backward(self):
        order = list(postorder(self))
        self._runs += 1
        call = (self.data, self._runs)
        for node in order:
            if node._prev and node._last != call:
                node.grad, node._last = 0.0, call
        self.grad = 1.0 if self._prev else self.grad + 1.0
        while order:
            order.pop()._backward()


def postorder(root):
    seen = {root}
    trail = [(root, iter(root._prev))]
    while trail:
        node, rest = trail[-1]
        for source in rest:
            if source not in seen:
                seen.add(source)
                trail.append((source, iter(source._prev)))
                break
        else:
            trail.pop()
            yield node


def build_topo(v, visited, topo):
    for node in postorder(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in postorder(root):
        node.grad = 0.0
