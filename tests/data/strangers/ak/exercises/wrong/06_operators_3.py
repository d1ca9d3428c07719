import math


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def power(base, n):
    """base to the power of n"""
    if isinstance(n, int):
        return float(base) ** n
    return math.exp(n * math.log(base))


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    # the two that everything rests on

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    # the power

    def __pow__(self, exponent):
        out = Value(power(self.data, exponent), (self,), f"**{exponent}")

        def _backward():
            if exponent:
                self.grad += exponent * power(self.data, exponent - 1) * out.grad

        out._backward = _backward
        return out

    # the rest

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -lift(other)

    def __truediv__(self, other):
        return self * lift(other) ** -1

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)
