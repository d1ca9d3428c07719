"""Lazy: an operation only notes what is to be done. Numbers are worked out when they are asked for."""

import math

WORK = {
    "+": lambda a, b: (a + b, (1.0, 1.0)),
    "-": lambda a, b: (a - b, (1.0, -1.0)),
    "*": lambda a, b: (a * b, (b, a)),
    "/": lambda a, b: (a / b, (1.0 / b, -a / b / b)),
    "neg": lambda a: (-a, (-1.0,)),
    "tanh": lambda a: (lambda t: (t, (1.0 - t * t,)))(math.tanh(a)),
    "exp": lambda a: (lambda e: (e, (e,)))(math.exp(a)),
    "relu": lambda a: (a, (1.0,)) if a > 0 else (0.0, (0.0,)),
}


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self._known = data
        self._slopes = ()
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    @property
    def data(self):
        if self._known is None:
            order = []
            build_topo(self, set(), order)
            for n in order:
                n._settle()
        return self._known

    @data.setter
    def data(self, number):
        self._known = number

    def _settle(self):
        if self._known is None:
            numbers = [p._known for p in self._prev]
            if isinstance(self._op, str):
                self._known, self._slopes = WORK[self._op](*numbers)
            else:
                (x,), n = numbers, self._op[1]
                self._slopes = (n * x ** (n - 1) if n != 0 else 0.0,)
                self._known = x**n

    def _backward(self):
        for p, s in zip(self._prev, self._slopes):
            p.grad += s * self.grad

    def __add__(self, o):
        return later("+", self, o)

    def __radd__(self, o):
        return later("+", o, self)

    def __sub__(self, o):
        return later("-", self, o)

    def __rsub__(self, o):
        return later("-", o, self)

    def __mul__(self, o):
        return later("*", self, o)

    def __rmul__(self, o):
        return later("*", o, self)

    def __truediv__(self, o):
        return later("/", self, o)

    def __rtruediv__(self, o):
        return later("/", o, self)

    def __neg__(self):
        return later("neg", self)

    def __pow__(self, n):
        return later(("**", n), self)

    def tanh(self):
        return later("tanh", self)

    def exp(self):
        return later("exp", self)

    def relu(self):
        return later("relu", self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for n in order:
            n._settle()
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(order):
            n._backward()


def later(op, *inputs):
    return Value(None, tuple(i if isinstance(i, Value) else Value(float(i)) for i in inputs), op)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        n, it = stack[-1]
        p = next(it, None)
        if p is None:
            topo.append(n)
            stack.pop()
        elif p not in visited:
            visited.add(p)
            stack.append((p, iter(p._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for n in order:
        n.grad = 0.0
