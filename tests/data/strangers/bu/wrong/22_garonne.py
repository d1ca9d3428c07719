import math


class Value:
    # _now: from the running (last) call, _kept: from the calls before that
    __slots__ = ("data", "_prev", "_backward", "_kept", "_now")

    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self._prev = _prev
        self._backward = _backward
        self._kept = 0.0
        self._now = 0.0

    @property
    def grad(self):
        return self._kept + self._now

    @grad.setter
    def grad(self, number):
        self._now = number

    def _start(self):
        """A new call begins."""
        if not self._prev:
            self._kept += self._now
        self._now = 0.0

    def _clear(self):
        self._kept = 0.0
        self._now = 0.0

    # --- operators: every _xyz gets two Values

    @staticmethod
    def _add(a, b):
        def back(g):
            a._now += g
            b._now += g
        return Value(a.data + b.data, (a, b), back)

    @staticmethod
    def _sub(a, b):
        def back(g):
            a._now += g
            b._now -= g
        return Value(a.data - b.data, (a, b), back)

    @staticmethod
    def _mul(a, b):
        def back(g):
            a._now += g * b.data
            b._now += g * a.data
        return Value(a.data * b.data, (a, b), back)

    @staticmethod
    def _div(a, b):
        def back(g):
            a._now += g / b.data
            b._now += -g * a.data / b.data**2
        return Value(a.data / b.data, (a, b), back)

    def __add__(self, o): return Value._add(self, V(o))
    def __radd__(self, o): return Value._add(V(o), self)
    def __sub__(self, o): return Value._sub(self, V(o))
    def __rsub__(self, o): return Value._sub(V(o), self)
    def __mul__(self, o): return Value._mul(self, V(o))
    def __rmul__(self, o): return Value._mul(V(o), self)
    def __truediv__(self, o): return Value._div(self, V(o))
    def __rtruediv__(self, o): return Value._div(V(o), self)
    def __neg__(self): return Value._sub(V(0), self)

    def __pow__(self, n):
        def back(g):
            if n:
                self._now += g * n * self.data ** (n - 1)
        return Value(self.data ** n, (self,), back)

    def tanh(self):
        t = math.tanh(self.data)

        def back(g):
            self._now += g * (1 - t**2)
        return Value(t, (self,), back)

    def exp(self):
        e = math.exp(self.data)

        def back(g):
            self._now += g * e
        return Value(e, (self,), back)

    def relu(self):
        positive = self.data > 0

        def back(g):
            if positive:
                self._now += g
        return Value(self.data if positive else 0.0, (self,), back)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node._start()
        self._now = 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward(node._now)


def V(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            stack.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node._clear()
