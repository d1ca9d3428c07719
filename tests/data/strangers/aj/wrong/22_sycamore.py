import heapq
import itertools
import math

_clock = itertools.count()


class Value:
    """Every node gets a stamp. Inputs are always older than their consumers."""

    __slots__ = ("data", "grad", "_prev", "_backward", "_stamp")

    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None
        self._stamp = next(_clock)

    def _one(self, data, slope):
        out = Value(data, (self,))

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def _two(self, other, data, left, right):
        out = Value(data, (self, other))

        def _backward():
            self.grad += left * out.grad
            other.grad += right * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        other = lift(other)
        return self._two(other, self.data + other.data, 1.0, 1.0)

    def __sub__(self, other):
        other = lift(other)
        return self._two(other, self.data - other.data, 1.0, -1.0)

    def __mul__(self, other):
        other = lift(other)
        return self._two(other, self.data * other.data, other.data, self.data)

    def __truediv__(self, other):
        other = lift(other)
        q = self.data / other.data
        return self._two(other, q, 1.0 / other.data, -q / other.data)

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return self._one(-self.data, -1.0)

    def __pow__(self, n):
        return self._one(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._one(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._one(e, e)

    def relu(self):
        if self.data > 0:
            return self._one(self.data, 1.0)
        return self._one(0.0, 0.0)

    def backward(self):
        nodes = list(newest_first(self))
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def newest_first(root):
    heap = [(-root._stamp, root)]
    done = set()
    while heap:
        _, node = heapq.heappop(heap)
        done.add(node)
        yield node
        for p in node._prev:
            if p not in done:
                heapq.heappush(heap, (-p._stamp, p))


def build_topo(v, visited, topo):
    nodes = list(newest_first(v))
    visited.update(nodes)
    topo.extend(reversed(nodes))


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        fresh = [p for p in node._prev if p not in seen]
        seen.update(fresh)
        todo.extend(fresh)
