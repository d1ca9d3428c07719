import math
from itertools import count

_fresh = count(1)


class Value:
    """Nodes are named v1, v2, v3, ... in the order in which they are made.
    An input is always made before its consumers, so the names give the order."""

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._backward = lambda: None
        self.name = f"v{next(_fresh)}"

    def __repr__(self):
        return f"{self.name}={self.data}"

    def __add__(self, other):
        other = Value.ensure(other)
        out = Value(self.data + other.data, [self, other])

        def push():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = push
        return out

    def __mul__(self, other):
        other = Value.ensure(other)
        out = Value(self.data * other.data, [self, other])

        def push():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = push
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, [self])

        def push():
            if n:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = push
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), [self])

        def push():
            self.grad += (1 - out.data ** 2) * out.grad

        out._backward = push
        return out

    def exp(self):
        out = Value(math.exp(self.data), [self])

        def push():
            self.grad += out.data * out.grad

        out._backward = push
        return out

    def relu(self):
        out = Value(max(0.0, self.data), [self])

        def push():
            self.grad += (self.data > 0) * out.grad

        out._backward = push
        return out

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + Value.ensure(other) * -1
    def __truediv__(self, other): return self * Value.ensure(other) ** -1
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return Value.ensure(other) - self
    def __rtruediv__(self, other): return Value.ensure(other) / self

    @classmethod
    def ensure(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo.pop()
        if node in visited:
            continue
        visited.add(node)
        todo.extend(node._prev)
    topo.extend(sorted(visited, key=lambda node: node.name))


def zero_grad(root):
    visited = set()
    build_topo(root, visited, [])
    for node in visited:
        node.grad = 0.0
