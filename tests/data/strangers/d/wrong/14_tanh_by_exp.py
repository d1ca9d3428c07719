# Recursion without Python's stack: the walk is a generator that yields the calls it wants made.
import math


def call(generator):
    """Run a recursive generator: what it yields is called in its place."""
    stack = [generator]
    while stack:
        inner = next(stack[-1], None)
        if inner is None:
            stack.pop()
        else:
            stack.append(inner)


def visit(v, visited, topo):
    if v in visited:
        return
    visited.add(v)
    for p in v._prev:
        yield visit(p, visited, topo)
    topo.append(v)


def build_topo(v, visited, topo):
    call(visit(v, visited, topo))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for n in nodes:
        n.grad = 0.0


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        other = coerce(other)
        out = Value(self.data + other.data, (self, other), "+")

        def chain():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = chain
        return out

    def __mul__(self, other):
        other = coerce(other)
        out = Value(self.data * other.data, (self, other), "*")

        def chain():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = chain
        return out

    def reciprocal(self):
        out = Value(1.0 / self.data, (self,), "1/")

        def chain():
            self.grad -= out.grad * out.data * out.data

        out._backward = chain
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def chain():
            self.grad += out.grad * (n * self.data ** (n - 1)) if n else 0.0

        out._backward = chain
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def chain():
            self.grad += out.grad * out.data

        out._backward = chain
        return out

    def tanh(self):
        x = self.data
        t = (math.exp(2 * x) - 1) / (math.exp(2 * x) + 1)
        out = Value(t, (self,), "tanh")

        def chain():
            self.grad += out.grad * (1 - t**2)

        out._backward = chain
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def chain():
            if out.data > 0:
                self.grad += out.grad

        out._backward = chain
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -coerce(other)

    def __truediv__(self, other):
        return self * coerce(other).reciprocal()

    def __radd__(self, other):
        return coerce(other) + self

    def __rsub__(self, other):
        return coerce(other) - self

    def __rmul__(self, other):
        return coerce(other) * self

    def __rtruediv__(self, other):
        return coerce(other) / self

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for n in nodes:
            n.grad = n.grad if not n._prev else 0.0
        self.grad += 1
        nodes.reverse()
        for n in nodes:
            n._backward()


def coerce(x):
    return x if isinstance(x, Value) else Value(x)
