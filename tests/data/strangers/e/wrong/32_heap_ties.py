import heapq
import math


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward
        self.level = 1 + max((p.level for p in _prev), default=-1)

    def __add__(self, other):
        other = to(other)
        out = Value(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = rule
        return out

    def __mul__(self, other):
        other = to(other)
        out = Value(self.data * other.data, (self, other))

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = rule
        return out

    def _function(self, data, slope):
        out = Value(data, (self,))

        def rule():
            self.grad += slope * out.grad
        out._backward = rule
        return out

    def __pow__(self, n):
        return self._function(self.data ** n, n * self.data ** (n - 1) if n else 0.0)

    def __neg__(self):
        return self._function(-self.data, -1.0)

    def __sub__(self, other):
        return self + -to(other)

    def __truediv__(self, other):
        return self * to(other) ** -1

    def __radd__(self, other):
        return to(other) + self

    def __rsub__(self, other):
        return to(other) - self

    def __rmul__(self, other):
        return to(other) * self

    def __rtruediv__(self, other):
        return to(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._function(t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e)

    def relu(self):
        return self._function(max(0.0, self.data), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        order = list(from_the_top(self))
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            if node._backward:
                node._backward()


def to(x):
    return x if isinstance(x, Value) else Value(x)


def from_the_top(root):
    """The nodes below root, highest level first."""
    heap = []
    seen = set()

    def push(node):
        if node not in seen:
            seen.add(node)
            heapq.heappush(heap, (-node.level, node.data, node))

    push(root)
    while heap:
        node = heapq.heappop(heap)[-1]
        yield node
        for p in node._prev:
            push(p)


def build_topo(v, visited, topo):
    topo.extend(from_the_top(v))
    topo.reverse()


def zero_grad(root):
    for node in list(from_the_top(root)):
        node.grad = 0.0
