# Goran - exam - all in one class, kept as short as I could
import math


class Value:
    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = self._noop

    @staticmethod
    def _noop():
        pass

    @staticmethod
    def _v(x):
        return x if isinstance(x, Value) else Value(x)

    def _then(self, rule):
        """Give a fresh node its rule and return it."""
        self._backward = lambda: rule(self.grad)
        return self

    def _get(self, amount):
        self.grad += amount

    # + - * / **

    def __add__(self, o):
        o = self._v(o)

        def rule(g):
            self._get(g)
            o._get(g)

        return Value(self.data + o.data, (self, o))._then(rule)

    __radd__ = __add__

    def __neg__(self):
        def rule(g):
            self._get(-g)

        return Value(-self.data, (self,))._then(rule)

    def __sub__(self, o):
        return self + (-self._v(o))

    def __rsub__(self, o):
        return self._v(o) + (-self)

    def __mul__(self, o):
        o = self._v(o)

        def rule(g):
            self._get(g * o.data)
            o._get(g * self.data)

        return Value(self.data * o.data, (self, o))._then(rule)

    __rmul__ = __mul__

    def __truediv__(self, o):
        return self * self._v(o) ** -1

    def __rtruediv__(self, o):
        return self._v(o) * self ** -1

    def __pow__(self, n):
        def rule(g):
            self._get(g * n * self.data ** (n - 1))

        return Value(self.data ** n, (self,))._then(rule)

    # tanh exp relu

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self._get(g * (1 - t) * (1 + t))

        return Value(t, (self,))._then(rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self._get(g * e)

        return Value(e, (self,))._then(rule)

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0

        def rule(g):
            self._get(g * on)

        return Value(self.data * on, (self,))._then(rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self._get(1.0)
        for n in reversed(topo):
            n._backward()


def build_topo(v, visited, topo):
    work = [v]
    while work:
        n = work.pop()
        if n is None:
            topo.append(work.pop())
        elif n not in visited:
            visited.add(n)
            work += [n, None]
            work += [p for p in n._prev if p not in visited]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
