import math
from functools import cached_property
import heapq


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    @cached_property
    def depth(self):
        return 1 + max([p.depth for p in self._prev], default=-1)

    def __add__(self, other):
        other = box(other)

        def _backward(out):
            self.grad += out.grad
            other.grad += out.grad

        return Value(self.data + other.data, (self, other), _backward)

    def __mul__(self, other):
        other = box(other)
        x, y = self.data, other.data

        def _backward(out):
            self.grad += y * out.grad
            other.grad += x * out.grad

        return Value(x * y, (self, other), _backward)

    def __pow__(self, n):
        x = self.data

        def _backward(out):
            if n != 0:
                self.grad += out.grad * n * x ** (n - 1)

        return Value(x**n, (self,), _backward)

    def __neg__(self):
        def _backward(out):
            self.grad -= out.grad

        return Value(-self.data, (self,), _backward)

    def tanh(self):
        def _backward(out):
            self.grad += (1.0 - out.data * out.data) * out.grad

        return Value(math.tanh(self.data), (self,), _backward)

    def exp(self):
        def _backward(out):
            self.grad += out.data * out.grad

        return Value(math.exp(self.data), (self,), _backward)

    def relu(self):
        def _backward(out):
            if out.data > 0.0:
                self.grad += out.grad

        return Value(self.data if self.data > 0.0 else 0.0, (self,), _backward)

    def __sub__(self, other):
        return self + -box(other)

    def __truediv__(self, other):
        return self * box(other) ** -1

    def __radd__(self, other):
        return box(other) + self

    def __rsub__(self, other):
        return box(other) - self

    def __rmul__(self, other):
        return box(other) * self

    def __rtruediv__(self, other):
        return box(other) / self

    def backward(self):
        for v in deepest_first(self):
            if v._backward:
                v.grad = 0.0
        self.grad += 1.0
        for v in deepest_first(self):
            if v._backward:
                v._backward(v)


def box(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def deepest_first(root):
    """Yield root and all below it; whoever is deeper comes earlier."""
    serial = 0
    met = {root}
    heap = [(-root.depth, serial, root)]
    while heap:
        _, _, v = heapq.heappop(heap)
        yield v
        for p in v._prev:
            if p not in met:
                met.add(p)
                serial += 1
                heapq.heappush(heap, (-p.depth, serial, p))


def build_topo(v, visited, topo):
    topo.extend(deepest_first(v))
    topo.reverse()


def zero_grad(root):
    for v in deepest_first(root):
        v.grad = 0.0
