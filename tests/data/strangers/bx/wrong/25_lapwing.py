"""Exercise 13, put together from exercises 2 to 12."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def _new(self, data, prev, op, *slopes):
        out = Value(data, prev, op)

        def _backward():
            for node, slope in zip(prev, slopes):
                node.grad += slope() * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        o = _value(other)
        return self._new(self.data + o.data, (self, o), "+", lambda: 1.0, lambda: 1.0)

    def __mul__(self, other):
        o = _value(other)
        return self._new(
            self.data * o.data, (self, o), "*", lambda: o.data, lambda: self.data
        )

    def __truediv__(self, other):
        o = _value(other)
        return self._new(
            self.data / o.data,
            (self, o),
            "/",
            lambda: 1 / o.data,
            lambda: -self.data / o.data**2,
        )

    def __pow__(self, n):
        return self._new(
            self.data**n,
            (self,),
            "**",
            lambda: 0.0 if n == 0 else n * self.data ** (n - 1),
        )

    def __neg__(self):
        return self._new(-self.data, (self,), "neg", lambda: -1.0)

    def __sub__(self, other):
        return self + (-_value(other))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return _value(other) + (-self)

    def __rtruediv__(self, other):
        return _value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._new(t, (self,), "tanh", lambda: 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._new(e, (self,), "exp", lambda: e)

    def relu(self):
        r = self.data if self.data > 0 else 0.0
        return self._new(r, (self,), "relu", lambda: 1.0 if r > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        if self._op:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def _value(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def build_topo(v, visited, topo):
    """Depth first with a stack of my own: a node is appended when its inputs are done."""
    visited.add(v)
    todo = [(v, False)]
    while todo:
        node, inputs_done = todo.pop()
        if inputs_done:
            topo.append(node)
            continue
        todo.append((node, True))
        for child in node._prev:
            if child not in visited:
                visited.add(child)
                todo.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
