"""A node notices where plain numbers only meet plain numbers: there is nothing to do below it.
Gradients of one call are kept apart and booked on the leaves at the end."""

import math
from types import SimpleNamespace as Bag


class Meta(type):
    """Adds the operators that Python asks for from the right-hand side, and the in-place ones."""

    def __new__(mcs, name, bases, space):
        for op in "add sub mul truediv".split():
            forward = space[f"__{op}__"]
            space[f"__r{op}__"] = lambda self, o, f=forward: f(Value._plain(o), self)
            space[f"__i{op}__"] = lambda self, o, f=forward: f(self, o)
        return super().__new__(mcs, name, bases, space)


class Value(metaclass=Meta):
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None
        self._needed = True

    @staticmethod
    def _plain(x):
        if isinstance(x, Value):
            return x
        number = Value(float(x))
        number._needed = False
        return number

    def _out(self, op, data, **slopes_of):
        inputs = (self,) if "y" not in slopes_of else (self, slopes_of["y"])
        out = Value(data, inputs, op)
        out._needed = any(i._needed for i in inputs)
        out._backward = Bag(**slopes_of)
        return out

    def __add__(self, o):
        o = Value._plain(o)
        return self._out("+", self.data + o.data, dx=1.0, y=o, dy=1.0)

    def __sub__(self, o):
        o = Value._plain(o)
        return self._out("-", self.data - o.data, dx=1.0, y=o, dy=-1.0)

    def __mul__(self, o):
        o = Value._plain(o)
        return self._out("*", self.data * o.data, dx=o.data, y=o, dy=self.data)

    def __truediv__(self, o):
        o = Value._plain(o)
        inv = 1.0 / o.data
        return self._out("/", self.data / o.data, dx=inv, y=o, dy=-self.data / o.data * inv)

    def __neg__(self):
        return self._out("neg", -self.data, dx=-1.0)

    def __pow__(self, n):
        return self._out("**", self.data**n, dx=n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._out("tanh", t, dx=1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._out("exp", e, dx=e)

    def relu(self):
        return self._out("relu", max(0.0, self.data), dx=int(self.data > 0))

    def backward(self):
        topo, flow, booked = [], {self: 1.0}, []
        build_topo(self, set(), topo)
        while topo:
            node = topo.pop()
            g = flow.pop(node, None)
            if g is None or not node._needed:
                continue
            if not node._prev:
                booked.append((node, g))
                continue
            rule = node._backward
            x = node._prev[0]
            flow[x] = flow.get(x, 0.0) + rule.dx * g
            if len(node._prev) > 1:
                flow[rule.y] = flow.get(rule.y, 0.0) + rule.dy * g
        for leaf, g in booked:
            leaf.grad += g


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, it = stack[-1]
        try:
            p = next(it)
        except StopIteration:
            topo.append(node)
            stack.pop()
        else:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
