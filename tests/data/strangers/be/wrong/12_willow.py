"""An engine of sums and products: subtraction is a sum with the negative of a node."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._negative = None
        self._backward = lambda: None

    def __add__(self, other):
        other = ensure(other)
        out = Value(self.data + other.data, (self, other), "+")
        out._backward = lambda: (receive(self, out.grad), receive(other, out.grad))
        return out

    def __mul__(self, other):
        other = ensure(other)
        out = Value(self.data * other.data, (self, other), "*")
        out._backward = lambda: (
            receive(self, out.grad * other.data),
            receive(other, out.grad * self.data),
        )
        return out

    def __neg__(self):
        # x - y is x + (-y), so negatives are needed often: make each one once.
        if self._negative is None:
            out = Value(-self.data, (self,), "neg")
            out._backward = lambda: receive(self, -out.grad)
            self._negative = out
        return self._negative

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        if n != 0:
            out._backward = lambda: receive(self, out.grad * n * self.data ** (n - 1))
        return out

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        other = ensure(other)
        out = Value(self.data / other.data, (self, other), "/")
        out._backward = lambda: (
            receive(self, out.grad / other.data),
            receive(other, -out.grad * self.data / other.data**2),
        )
        return out

    def __radd__(self, other):
        return ensure(other) + self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rsub__(self, other):
        return ensure(other) + (-self)

    def __rtruediv__(self, other):
        return ensure(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        out._backward = lambda: receive(self, out.grad * (1 - out.data**2))
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        out._backward = lambda: receive(self, out.grad * out.data)
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")
        out._backward = lambda: receive(self, out.grad * (out.data > 0))
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        receive(self, 1.0)
        for node in reversed(topo):
            node._backward()


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def receive(node, amount):
    node.grad += amount


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    while stack:
        node, phase = stack.pop()
        if phase == 1:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, 1))
            for i in node._prev:
                stack.append((i, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
