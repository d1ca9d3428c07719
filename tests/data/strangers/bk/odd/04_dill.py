"""Slopes by dual numbers: every operation is worked out with x + eps in place of x."""

import math


class Dual:
    def __init__(self, re, eps=0.0):
        self.re, self.eps = re, eps

    def plus(self, o):
        return Dual(self.re + o.re, self.eps + o.eps)

    def minus(self, o):
        return Dual(self.re - o.re, self.eps - o.eps)

    def times(self, o):
        return Dual(self.re * o.re, self.eps * o.re + self.re * o.eps)

    def over(self, o):
        q = self.re / o.re
        return Dual(q, (self.eps - q * o.eps) / o.re)

    def to(self, n):
        if n == 0:
            return Dual(1.0)
        return Dual(self.re**n, self.eps * n * self.re ** (n - 1))

    def tanh(self):
        t = math.tanh(self.re)
        return Dual(t, self.eps * (1.0 - t * t))

    def exp(self):
        e = math.exp(self.re)
        return Dual(e, self.eps * e)

    def relu(self):
        return Dual(self.re, self.eps) if self.re > 0 else Dual(0.0)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._slopes = ()

    @classmethod
    def run(cls, f, *inputs):
        inputs = tuple(i if isinstance(i, cls) else cls(i) for i in inputs)
        numbers = [i.data for i in inputs]
        slopes = []
        for k in range(len(numbers)):
            duals = [Dual(x, float(i == k)) for i, x in enumerate(numbers)]
            made = f(*duals)
            slopes.append(made.eps)
        out = cls(made.re, inputs, f.__name__)
        out._slopes = slopes
        return out

    def _backward(self):
        for p, s in zip(self._prev, self._slopes):
            p.grad = p.grad + s * self.grad

    def __add__(self, o):
        return Value.run(Dual.plus, self, o)

    def __radd__(self, o):
        return Value.run(Dual.plus, o, self)

    def __sub__(self, o):
        return Value.run(Dual.minus, self, o)

    def __rsub__(self, o):
        return Value.run(Dual.minus, o, self)

    def __mul__(self, o):
        return Value.run(Dual.times, self, o)

    def __rmul__(self, o):
        return Value.run(Dual.times, o, self)

    def __truediv__(self, o):
        return Value.run(Dual.over, self, o)

    def __rtruediv__(self, o):
        return Value.run(Dual.over, o, self)

    def __neg__(self):
        return Value.run(Dual.minus, 0.0, self)

    def __pow__(self, n):
        def to_n(x):
            return x.to(n)

        return Value.run(to_n, self)

    def tanh(self):
        return Value.run(Dual.tanh, self)

    def exp(self):
        return Value.run(Dual.exp, self)

    def relu(self):
        return Value.run(Dual.relu, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        kept = [(n, n.grad) for n in topo if not n._prev]
        for n in topo:
            n.grad = 0.0
        self.grad = 1.0
        for n in reversed(topo):
            n._backward()
        for n, before in kept:
            n.grad += before


def build_topo(v, visited, topo):
    agenda = [("enter", v)]
    while agenda:
        what, n = agenda.pop()
        if what == "leave":
            topo.append(n)
        elif n not in visited:
            visited.add(n)
            agenda.append(("leave", n))
            agenda.extend(("enter", p) for p in n._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    while topo:
        topo.pop().grad = 0.0
