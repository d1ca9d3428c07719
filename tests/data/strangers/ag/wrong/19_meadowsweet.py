import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        left, right = self.data, other.data
        out = Value(left * right, (self, other), "*")

        def _backward():
            self.grad += right * out.grad
            other.grad += left * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        base = self.data
        out = Value(base**n, (self,), f"**{n}")

        def _backward():
            self.grad += (n * base ** (n - 1) if n else 0.0) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def _backward():
            self.grad += (out.data > 0) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -1 * other

    def __rsub__(self, other):
        return other + -self

    def __truediv__(self, other):
        return self * (other**-1)

    def __rtruediv__(self, other):
        return other * self**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def visit(v, visited, topo):
    """Written as a recursion; where it would call itself it yields instead."""
    if v in visited:
        return
    visited.add(v)
    if not v._prev:
        return
    for child in v._prev:
        yield child
    topo.append(v)


def build_topo(v, visited, topo):
    calls = [visit(v, visited, topo)]
    while calls:
        child = next(calls[-1], None)
        if child is None:
            calls.pop()
        else:
            calls.append(visit(child, visited, topo))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
