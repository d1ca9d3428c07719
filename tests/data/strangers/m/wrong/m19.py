"""Numbers are wrapped in one place only, by a decorator around the binary operators."""
import math
from functools import wraps


def binary(method):
    @wraps(method)
    def checked(self, other):
        if isinstance(other, float):
            other = Value(other)
        return method(self, other)

    return checked


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    @binary
    def __add__(self, other):
        out = Value(self.data + other.data, (self, other))

        def back():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = back
        return out

    @binary
    def __sub__(self, other):
        out = Value(self.data - other.data, (self, other))

        def back():
            self.grad += out.grad
            other.grad += -out.grad

        out._backward = back
        return out

    @binary
    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other))

        def back():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = back
        return out

    @binary
    def __truediv__(self, other):
        out = Value(self.data / other.data, (self, other))

        def back():
            self.grad += out.grad / other.data
            other.grad += -out.grad * self.data / other.data**2

        out._backward = back
        return out

    @binary
    def __radd__(self, other):
        return other + self

    @binary
    def __rsub__(self, other):
        return other - self

    @binary
    def __rmul__(self, other):
        return other * self

    @binary
    def __rtruediv__(self, other):
        return other / self

    def _function(self, value, slope):
        out = Value(value, (self,))

        def back():
            self.grad += out.grad * slope

        out._backward = back
        return out

    def __neg__(self):
        return self._function(-self.data, -1.0)

    def __pow__(self, n):
        return self._function(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._function(t, 1.0 - t**2)

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e)

    def relu(self):
        positive = self.data > 0
        return self._function(self.data * positive, 1.0 * positive)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev != ():
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    todo = [(v, True)]
    while todo:
        node, first = todo.pop()
        if not first:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        todo.append((node, False))
        todo += [(p, True) for p in node._prev]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
