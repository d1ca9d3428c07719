"""A node knows the name of its operation; `_backward` matches on it."""

import math


class Value:
    def __init__(self, data, _prev=(), _op="leaf", _n=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._n = _n

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, op={self._op})"

    def _backward(self):
        g = self.grad
        match self._op, self._prev:
            case "leaf", _:
                pass
            case "add", (x, y):
                x.grad += g
                y.grad += g
            case "sub", (x, y):
                x.grad += g
                y.grad -= g
            case "mul", (x, y):
                x.grad += g * y.data
                y.grad += g * x.data
            case "div", (x, y):
                x.grad += g / y.data
                y.grad -= g * self.data / y.data
            case "neg", (x,):
                x.grad -= g
            case "pow", (x,):
                if self._n != 0:
                    x.grad += g * self._n * x.data ** (self._n - 1)
            case "tanh", (x,):
                x.grad += g * (1.0 - self.data**2)
            case "exp", (x,):
                x.grad += g * self.data
            case "relu", (x,):
                if self.data >= 0:
                    x.grad += g
            case _:
                raise ValueError(f"no rule for {self._op}")

    def __add__(self, other):
        other = _value(other)
        return Value(self.data + other.data, (self, other), "add")

    def __sub__(self, other):
        other = _value(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __mul__(self, other):
        other = _value(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other):
        other = _value(other)
        return Value(self.data / other.data, (self, other), "div")

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def __radd__(self, other):
        return _value(other) + self

    def __rsub__(self, other):
        return _value(other) - self

    def __rmul__(self, other):
        return _value(other) * self

    def __rtruediv__(self, other):
        return _value(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def _value(x):
    match x:
        case Value():
            return x
        case _:
            return Value(x)


def build_topo(v, visited, topo):
    waiting = [v]
    listed = set()
    while waiting:
        node = waiting[-1]
        visited.add(node)
        missing = [x for x in node._prev if x not in visited]
        if missing:
            waiting.append(missing[0])
        else:
            waiting.pop()
            if node not in listed:
                listed.add(node)
                topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
