"""Exam engine. Every node has a serial number, and an input is always older than
the result, so a heap of the youngest nodes gives the order."""

import heapq
import math

serials = iter(range(10**18))


def youngest_first(root):
    heap = [(-root._serial, root)]
    seen = {root._serial}
    while heap:
        _, node = heapq.heappop(heap)
        yield node
        for source in node._prev:
            if source._serial not in seen:
                seen.add(source._serial)
                heapq.heappush(heap, (-source._serial, source))


def build_topo(v, visited, topo):
    nodes = list(youngest_first(v))
    topo.extend(reversed(nodes))
    visited.update(nodes)


def zero_grad(root):
    for node in youngest_first(root):
        node.grad = 0.0


def power_slope(x, n):
    """The slope of x ** n."""
    if n == 0:
        return 0.0
    if x < 0.0:
        return -n * (-x) ** (n - 1)
    return n * x ** (n - 1)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        self._serial = next(serials)

    def _let(self, rule):
        self._backward = rule
        return self

    def _take(self, amount):
        self.grad += amount

    def __add__(self, other):
        other = cast(other)
        out = Value(self.data + other.data, (self, other), "+")
        return out._let(lambda: [p._take(out.grad) for p in out._prev])

    def __sub__(self, other):
        other = cast(other)
        out = Value(self.data - other.data, (self, other), "-")
        return out._let(lambda: [self._take(out.grad), other._take(-out.grad)])

    def __mul__(self, other):
        other = cast(other)
        out = Value(self.data * other.data, (self, other), "*")
        return out._let(
            lambda: [self._take(out.grad * other.data), other._take(out.grad * self.data)]
        )

    def __truediv__(self, other):
        other = cast(other)
        out = Value(self.data / other.data, (self, other), "/")
        return out._let(
            lambda: [
                self._take(out.grad / other.data),
                other._take(-out.grad * out.data / other.data),
            ]
        )

    def __radd__(self, other):
        return cast(other) + self

    def __rsub__(self, other):
        return cast(other) - self

    def __rmul__(self, other):
        return cast(other) * self

    def __rtruediv__(self, other):
        return cast(other) / self

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")
        return out._let(lambda: self._take(-out.grad))

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        return out._let(lambda: self._take(out.grad * power_slope(self.data, n)))

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        return out._let(lambda: self._take(out.grad * (1.0 - out.data**2)))

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        return out._let(lambda: self._take(out.grad * out.data))

    def relu(self):
        out = Value(max(self.data, 0.0), (self,), "relu")
        return out._let(lambda: self._take(out.grad) if self.data > 0.0 else None)

    def backward(self):
        nodes = list(youngest_first(self))
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def cast(x):
    return x if isinstance(x, Value) else Value(x)
