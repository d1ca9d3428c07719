"""Engine with dated gradients: no loop that clears, a gradient that is out of date starts anew."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_date", "_calls")

    def __init__(self, data, _prev=(), _backward=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward
        self._date = 0  # of the call that the gradient belongs to
        self._calls = 0  # of backward() on this node

    def _receive(self, amount, date):
        if self._prev and self._date != date:
            self.grad = 0.0
            self._date = date
        self.grad += amount

    def backward(self):
        self._calls += 1
        date = self._calls
        topo = []
        build_topo(self, set(), topo)
        self._receive(1.0, date)
        for node in reversed(topo):
            for p, slope in zip(node._prev, node._backward):
                p._receive(node.grad * slope, date)

    def __repr__(self):
        return f"Value({self.data:.6g}, grad={self.grad:.6g}, calls={self._calls})"

    def _with(self, other, compute):
        """The result of an operator; compute(x, y) gives its value and its two slopes."""
        if not isinstance(other, Value):
            other = Value(float(other))
        out, *slopes = compute(self.data, other.data)
        return Value(out, (self, other), slopes)

    def _alone(self, out, slope):
        return Value(out, (self,), (slope,))

    def __add__(self, other):
        return self._with(other, lambda x, y: (x + y, 1.0, 1.0))

    def __sub__(self, other):
        return self._with(other, lambda x, y: (x - y, 1.0, -1.0))

    def __rsub__(self, other):
        return self._with(other, lambda x, y: (y - x, -1.0, 1.0))

    def __mul__(self, other):
        return self._with(other, lambda x, y: (x * y, y, x))

    def __truediv__(self, other):
        return self._with(other, lambda x, y: (x / y, 1 / y, -x / y / y))

    def __rtruediv__(self, other):
        return self._with(other, lambda x, y: (y / x, -y / x / x, 1 / x))

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self._alone(-self.data, -1.0)

    def __pow__(self, n):
        return self._alone(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._alone(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._alone(e, e)

    def relu(self):
        if self.data > 0:
            return self._alone(self.data, 1.0)
        return self._alone(0.0, 0.0)


def build_topo(v, visited, topo):
    ENTER, LEAVE = 0, 1
    agenda = [(ENTER, v)]
    while agenda:
        what, node = agenda.pop()
        if what == LEAVE:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append((LEAVE, node))
            for p in node._prev:
                agenda.append((ENTER, p))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
