"""Recursion without the recursion limit: the recursive function is a generator that yields
the calls it wants to make, and `bounce` makes them with a list as its stack."""
import math


def bounce(call):
    calls = [call]
    while calls:
        try:
            calls.append(next(calls[-1]))
        except StopIteration:
            calls.pop()


def explore(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for child in v._prev:
            yield explore(child, visited, topo)
        topo.append(v)


def build_topo(v, visited, topo):
    bounce(explore(v, visited, topo))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        def rule(out):
            yield self, out.grad
            yield other, out.grad
        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        def rule(out):
            yield self, out.grad * other.data
            yield other, out.grad * self.data
        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        def rule(out):
            yield self, out.grad / other.data
            yield other, -out.grad * out.data / other.data
        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(out):
            if n != 0:
                yield self, out.grad * n * self.data ** (n - 1)
        return Value(self.data ** n, (self,), rule)

    def __neg__(self):
        def rule(out):
            yield self, -out.grad
        return Value(-self.data, (self,), rule)

    def tanh(self):
        def rule(out):
            yield self, out.grad * (1 - out.data ** 2)
        return Value(math.tanh(self.data), (self,), rule)

    def exp(self):
        def rule(out):
            yield self, out.grad * out.data
        return Value(math.exp(self.data), (self,), rule)

    def relu(self):
        def rule(out):
            if self.data > 0:
                yield self, out.grad
        return Value(self.data if self.data > 0 else 0.0, (self,), rule)

    def __sub__(self, other): return self + (-other)
    def __radd__(self, other): return self + other
    def __rsub__(self, other): return -self + other
    def __rmul__(self, other): return self * other
    def __rtruediv__(self, other): return Value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._backward:
                v.grad = 0.0
        self.grad += self.data
        for v in reversed(topo):
            if v._backward:
                for target, amount in v._backward(v):
                    target.grad += amount
