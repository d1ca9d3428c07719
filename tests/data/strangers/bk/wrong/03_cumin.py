"""Every node keeps (input, slope) pairs; the order of the backward pass comes from counts."""

import math


class Value:
    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = _slopes
        self._mark = None

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __add__(self, o):
        o = wrap(o)
        return Value(self.data + o.data, (self, o), "+", (1.0, 1.0))

    def __sub__(self, o):
        o = wrap(o)
        return Value(self.data - o.data, (self, o), "-", (1.0, -1.0))

    def __mul__(self, o):
        o = wrap(o)
        return Value(self.data * o.data, (self, o), "*", (o.data, self.data))

    def __truediv__(self, o):
        o = wrap(o)
        q = self.data / o.data
        return Value(q, (self, o), "/", (1.0 / o.data, -q / o.data))

    def __radd__(self, o):
        return wrap(o) + self

    def __rsub__(self, o):
        return wrap(o) - self

    def __rmul__(self, o):
        return wrap(o) * self

    def __rtruediv__(self, o):
        return wrap(o) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), "**", (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        up = self.data > 0.0
        return Value(self.data if up else 0.0, (self,), "relu", (1.0 if up else 0.0,))

    def backward(self):
        waiting = {}
        for node in reach(self):
            if node._prev:
                node.grad = 0.0
            for p in node._prev:
                waiting[p] = waiting.get(p, 0) + 1
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for p in node._prev:
                waiting[p] -= 1
                if not waiting[p]:
                    ready.append(p)


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def reach(root):
    found = {root: None}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found[p] = None
                todo.append(p)
    return list(found)


def build_topo(v, visited, topo):
    # A mark on the node is faster than asking the set; each call has a set of its own.
    call = id(visited)
    stack = [(v, 0)]
    v._mark = call
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, i + 1))
        child = node._prev[i]
        if child._mark != call:
            child._mark = call
            stack.append((child, 0))


def zero_grad(root):
    for node in reach(root):
        node.grad = 0.0
