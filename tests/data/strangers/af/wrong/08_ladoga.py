import math


def _nothing():
    pass


def build_topo(v, visited, topo):
    pending = [(v, iter(v._prev))]
    visited.add(v)
    while pending:
        node, inputs = pending[-1]
        below = next(inputs, None)
        if below is None:
            topo.append(node)
            pending.pop()
        elif below not in visited:
            visited.add(below)
            pending.append((below, iter(below._prev)))


def zero_grad(root):
    seen = set()

    def clear(node):
        node.grad = 0.0
        seen.add(node)
        for below in node._prev:
            if below not in seen:
                clear(below)

    clear(root)


class Operators:
    def __radd__(self, other):
        return self + other

    def __rtruediv__(self, other):
        return Value(other) / self

    def __sub__(self, other):
        return self + -(other if isinstance(other, Value) else Value(other))

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value(other) - self

    def __neg__(self):
        return self * -1


class Value(Operators):
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def local():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = local
        return out

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")

        def local():
            if exponent != 0:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = local
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def local():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = local
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def local():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = local
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def local():
            if out.data > 0:
                self.grad += out.grad

        out._backward = local
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def local():
            self.grad += out.grad / other.data
            other.grad -= out.grad * (out.data / other.data)

        out._backward = local
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def local():
            self.grad += out.data * out.grad

        out._backward = local
        return out

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"
