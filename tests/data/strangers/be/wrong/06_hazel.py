"""An engine that works off the nodes by their serial number, the youngest first."""

import heapq
import itertools
import math

serial = itertools.count()


class Value:
    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = _slopes
        self._number = next(serial)
        self._backward = lambda grad: [grad * slope for slope in _slopes]

    def __add__(self, other):
        a, b = pair(self, other)
        return Value(a.data + b.data, (a, b), "+", (1.0, 1.0))

    def __sub__(self, other):
        a, b = pair(self, other)
        return Value(a.data - b.data, (a, b), "-", (1.0, -1.0))

    def __mul__(self, other):
        a, b = pair(self, other)
        return Value(a.data * b.data, (a, b), "*", (b.data, a.data))

    def __truediv__(self, other):
        a, b = pair(self, other)
        q = a.data / b.data
        return Value(q, (a, b), "/", (1.0 / b.data, -q / b.data))

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        a, b = pair(other, self)
        return a - b

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        a, b = pair(other, self)
        return a / b

    def __neg__(self):
        return self * -1

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), "**", (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", ((1 + t) * (1 - t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), "relu", (1.0,))
        return Value(0.0, (self,), "relu", (0.0,))

    def backward(self):
        share = {self: 1.0}
        queue = [(-self._number, self)]
        while queue:
            node = heapq.heappop(queue)[1]
            grad = share.pop(node)
            node.grad = grad + (0.0 if node._prev else node.grad)
            if abs(grad) < 1e-12:
                continue  # nothing worth passing on
            for i, more in zip(node._prev, node._backward(grad)):
                if i in share:
                    share[i] += more
                else:
                    share[i] = more
                    heapq.heappush(queue, (-i._number, i))


def pair(a, b):
    return (
        a if isinstance(a, Value) else Value(a),
        b if isinstance(b, Value) else Value(b),
    )


def below(root):
    found, fresh = {root}, [root]
    for node in fresh:
        for i in node._prev:
            if i not in found:
                found.add(i)
                fresh.append(i)
    return fresh


def build_topo(v, visited, topo):
    topo += sorted(below(v), key=lambda node: node._number)
    visited.update(topo)


def zero_grad(root):
    for node in below(root):
        node.grad = 0.0
