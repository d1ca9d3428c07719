"""Plain numbers are no nodes, and numbers compare like numbers: a == b asks for the data."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward")

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, Value) else other)

    def __lt__(self, other):
        return self.data < (other.data if isinstance(other, Value) else other)

    __hash__ = object.__hash__

    def __bool__(self):
        return self.data != 0

    def __repr__(self):
        return f"<{self._op or 'leaf'} {self.data:g}>"

    def _map(self, op, data, slope):
        out = Value(data, (self,), op)

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def _zip(self, other, op, data, s, o):
        if other is self:
            return self._map(op, data, s + o)
        out = Value(data, (self, other), op)

        def rule():
            self.grad, other.grad = self.grad + s * out.grad, other.grad + o * out.grad

        out._backward = rule
        return out

    def __add__(self, y):
        match y:
            case Value():
                return self._zip(y, "+", self.data + y.data, 1.0, 1.0)
            case _:
                return self._map("+", self.data + y, 1.0)

    def __sub__(self, y):
        match y:
            case Value():
                return self._zip(y, "-", self.data - y.data, 1.0, -1.0)
            case _:
                return self._map("-", self.data - y, 1.0)

    def __mul__(self, y):
        match y:
            case Value():
                return self._zip(y, "*", self.data * y.data, y.data, self.data)
            case _:
                return self._map("*", self.data * y, y)

    def __truediv__(self, y):
        match y:
            case Value():
                q = self.data / y.data
                return self._zip(y, "/", q, 1 / y.data, -q / y.data)
            case _:
                return self._map("/", self.data / y, 1 / y)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, y):
        return self._map("-", y - self.data, -1.0)

    def __rtruediv__(self, y):
        q = y / self.data
        return self._map("/", q, -q / self.data)

    def __neg__(self):
        return self._map("neg", -self.data, -1.0)

    def __pow__(self, n):
        return self._map("**", self.data**n, 0.0 if n == 0 else n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return self._map("tanh", t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._map("exp", e, e)

    def relu(self):
        return self._map("relu", self.data, 1.0) if self.data > 0 else self._map("relu", 0.0, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._backward is not None:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo):
            if n._backward is not None:
                n._backward()


def build_topo(v, visited, topo):
    # Nodes with one number are equal but not the same: go by identity.
    stack = [(v, False)]
    while stack:
        n, done = stack.pop()
        if done:
            topo.append(n)
        elif id(n) not in visited:
            visited.add(id(n))
            stack.append((n, True))
            for p in n._prev:
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
