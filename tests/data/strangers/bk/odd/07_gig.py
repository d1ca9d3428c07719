"""Each rule is a generator that waits for a gradient, again and again."""

import math


def rule(*edges):
    def forever():
        while True:
            g = yield
            for node, slope in edges:
                node._inbox += slope * g

    running = forever()
    next(running)
    return running.send


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._inbox = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def _made_by(self, op, *edges):
        self._op = op
        self._prev = [node for node, _ in edges]
        self._backward = rule(*edges)
        return self

    def __add__(self, other):
        a, b = pair(self, other)
        return Value(a.data + b.data)._made_by("+", (a, 1.0), (b, 1.0))

    def __radd__(self, other):
        b, a = pair(self, other)
        return Value(a.data + b.data)._made_by("+", (a, 1.0), (b, 1.0))

    def __sub__(self, other):
        a, b = pair(self, other)
        return Value(a.data - b.data)._made_by("-", (a, 1.0), (b, -1.0))

    def __rsub__(self, other):
        b, a = pair(self, other)
        return Value(a.data - b.data)._made_by("-", (a, 1.0), (b, -1.0))

    def __mul__(self, other):
        a, b = pair(self, other)
        return Value(a.data * b.data)._made_by("*", (a, b.data), (b, a.data))

    __rmul__ = __mul__

    def __truediv__(self, other):
        a, b = pair(self, other)
        q = a.data / b.data
        return Value(q)._made_by("/", (a, 1.0 / b.data), (b, -q / b.data))

    def __rtruediv__(self, other):
        b, a = pair(self, other)
        return a / b

    def __neg__(self):
        return Value(-self.data)._made_by("neg", (self, -1.0))

    def __pow__(self, n):
        return Value(self.data**n)._made_by(
            "**", (self, n * self.data ** (n - 1)) if n else (self, 0.0)
        )

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t)._made_by("tanh", (self, (1.0 + t) * (1.0 - t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e)._made_by("exp", (self, e))

    def relu(self):
        return Value(max(self.data, 0.0))._made_by("relu", (self, float(self.data > 0)))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            n._inbox = 0.0
        self._inbox = 1.0
        while topo:
            n = topo.pop()
            if n._backward is None:
                n.grad += n._inbox
            else:
                n.grad = n._inbox
                n._backward(n._inbox)


def pair(x, y):
    return x, y if isinstance(y, Value) else Value(y)


def build_topo(v, visited, topo):
    def walk():
        stack = [(v, iter(v._prev))]
        visited.add(v)
        while stack:
            n, it = stack[-1]
            for p in it:
                if p not in visited:
                    visited.add(p)
                    stack.append((p, iter(p._prev)))
                    break
            else:
                yield stack.pop()[0]

    topo.extend(walk())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
