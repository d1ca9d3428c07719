"""Gradients carry the number of the call that they belong to (a stamp)."""

import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._stamp = 0

    def __repr__(self):
        return "Value(%r, grad=%r)" % (self.data, self.grad)

    def _backward(self, stamp):
        pass

    def _take(self, share, stamp):
        """Add share. What an inner node has from another call is forgotten first."""
        if self._prev and self._stamp != stamp:
            self.grad = 0.0
        self._stamp = stamp
        self.grad += share

    def _then(self, rule):
        self._backward = rule
        return self

    def __add__(self, other):
        other = _wrap(other)
        out = Value(self.data + other.data, (self, other))

        def rule(stamp):
            self._take(out.grad, stamp)
            other._take(out.grad, stamp)

        return out._then(rule)

    def __mul__(self, other):
        other = _wrap(other)
        out = Value(self.data * other.data, (self, other))

        def rule(stamp):
            self._take(out.grad * other.data, stamp)
            other._take(out.grad * self.data, stamp)

        return out._then(rule)

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def rule(stamp):
            slope = n * self.data ** (n - 1) if n != 0 else 0.0
            self._take(out.grad * slope, stamp)

        return out._then(rule)

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        return out._then(lambda s: self._take(out.grad * (1 - out.data**2), s))

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        return out._then(lambda s: self._take(out.grad * out.data, s))

    def relu(self):
        out = Value(self.data * (self.data > 0), (self,))
        return out._then(lambda s: self._take(out.grad * (self.data > 0), s))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-_wrap(other))

    def __truediv__(self, other):
        return self * _wrap(other) ** -1

    def __radd__(self, other):
        return _wrap(other) + self

    def __rsub__(self, other):
        return _wrap(other) - self

    def __rmul__(self, other):
        return _wrap(other) * self

    def __rtruediv__(self, other):
        return _wrap(other) / self

    def backward(self):
        stamp = self._stamp + 1
        topo = []
        build_topo(self, set(), topo)
        self._take(1.0, stamp)
        while topo:
            topo.pop()._backward(stamp)


def _wrap(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def build_topo(v, visited, topo):
    agenda = [(v, False)]
    while agenda:
        node, inputs_done = agenda.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append((node, True))
            agenda.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
