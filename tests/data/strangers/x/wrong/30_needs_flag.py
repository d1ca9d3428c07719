"""Engine with a flag: plain numbers need no gradient, so no work is done for them."""

import math


class Value:
    def __init__(self, data, prev=(), needs=True):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = None
        self.needs = needs

    def accept(self, amount):
        if self.needs:
            self.grad += amount

    @staticmethod
    def result(data, *prev):
        """An inner node. It needs a gradient if there is an input that needs one."""
        return Value(data, prev, all(p.needs for p in prev))

    @staticmethod
    def const(x):
        return x if isinstance(x, Value) else Value(x, needs=False)

    def __add__(self, other):
        other = Value.const(other)
        out = Value.result(self.data + other.data, self, other)

        def rule(g):
            self.accept(g)
            other.accept(g)

        out._backward = rule
        return out

    def __mul__(self, other):
        other = Value.const(other)
        out = Value.result(self.data * other.data, self, other)

        def rule(g):
            self.accept(g * other.data)
            other.accept(g * self.data)

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = Value.const(other)
        out = Value.result(self.data / other.data, self, other)

        def rule(g):
            self.accept(g / other.data)
            other.accept(-g * self.data / other.data**2)

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value.result(self.data**n, self)

        def rule(g):
            if n != 0:
                self.accept(g * n * self.data ** (n - 1))

        out._backward = rule
        return out

    def __neg__(self):
        out = Value.result(-self.data, self)
        out._backward = lambda g: self.accept(-g)
        return out

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return Value.const(other) + self

    def __rsub__(self, other):
        return Value.const(other) - self

    def __rmul__(self, other):
        return Value.const(other) * self

    def __rtruediv__(self, other):
        return Value.const(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        out = Value.result(t, self)
        out._backward = lambda g: self.accept(g * (1 - t * t))
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value.result(e, self)
        out._backward = lambda g: self.accept(g * e)
        return out

    def relu(self):
        on = self.data > 0
        out = Value.result(self.data if on else 0.0, self)
        out._backward = lambda g: self.accept(g if on else 0.0)
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            if v._backward is not None:
                v._backward(v.grad)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, up = stack.pop()
        if up:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
