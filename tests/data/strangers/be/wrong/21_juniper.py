"""An engine where a node knows its consumers: it is ready when all of them have reported."""

import math
import weakref


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_local", "_consumers", "__weakref__")

    def __init__(self, data, _prev=(), _op="", _local=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._local = _local
        self._consumers = []
        for i in _prev:
            i._consumers.append(weakref.ref(self))

    def _backward(self):
        for i, factor in zip(self._prev, self._local):
            i.grad += factor * self.grad

    def _open(self):
        """How many consumers will report to this node."""
        return sum(1 for consumer in self._consumers if consumer() is not None)

    def __add__(self, o):
        o = coerce(o)
        return Value(self.data + o.data, (self, o), "+", (1.0, 1.0))

    def __sub__(self, o):
        o = coerce(o)
        return Value(self.data - o.data, (self, o), "-", (1.0, -1.0))

    def __mul__(self, o):
        o = coerce(o)
        return Value(self.data * o.data, (self, o), "*", (o.data, self.data))

    def __truediv__(self, o):
        o = coerce(o)
        q = self.data / o.data
        return Value(q, (self, o), "/", (1.0 / o.data, -q / o.data))

    def __radd__(self, o):
        return coerce(o) + self

    def __rsub__(self, o):
        return coerce(o) - self

    def __rmul__(self, o):
        return coerce(o) * self

    def __rtruediv__(self, o):
        return coerce(o) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), "**", (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), "relu", (1.0 if on else 0.0,))

    def backward(self):
        below = gather(self)
        for node in below:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        waiting = {node: node._open() for node in below if node._prev}
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for i in node._prev:
                if i in waiting:
                    waiting[i] -= 1
                    if waiting[i] == 0:
                        ready.append(i)


def coerce(x):
    return x if isinstance(x, Value) else Value(x)


def gather(root):
    seen = {root}
    stack = [root]
    while stack:
        for i in stack.pop()._prev:
            if i not in seen:
                seen.add(i)
                stack.append(i)
    return seen


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        for i in stack[-1][1]:
            if i not in visited:
                visited.add(i)
                stack.append((i, iter(i._prev)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    for node in gather(root):
        node.grad = 0.0
