import heapq
import itertools
import math

_count = itertools.count()


class Value:
    __slots__ = ("data", "grad", "_prev", "_slopes", "_no", "__weakref__")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._no = next(_count)

    @property
    def _backward(self):
        def rule():
            for node, slope in zip(self._prev, self._slopes):
                node.grad += slope * self.grad

        return rule

    def __add__(self, o):
        if isinstance(o, Value):
            return Value(self.data + o.data, (self, o), (1.0, 1.0))
        return Value(self.data + o, (self,), (1.0,))

    __radd__ = __add__

    def __mul__(self, o):
        if isinstance(o, Value):
            return Value(self.data * o.data, (self, o), (o.data, self.data))
        return Value(self.data * o, (self,), (o,))

    __rmul__ = __mul__

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __sub__(self, o):
        if isinstance(o, Value):
            return Value(self.data - o.data, (self, o), (1.0, -1.0))
        return Value(self.data - o, (self,), (1.0,))

    def __rsub__(self, o):
        return Value(o - self.data, (self,), (-1.0,))

    def __truediv__(self, o):
        if isinstance(o, Value):
            q = self.data / o.data
            return Value(q, (self, o), (1.0 / o.data, -q / o.data))
        return Value(self.data / o, (self,), (1.0 / o,))

    def __rtruediv__(self, o):
        q = o / self.data
        return Value(q, (self,), (-q / self.data,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (1.0 if self.data > 0 else 0.0,))

    def backward(self):
        before = self.grad
        for node in youngest_first(self):
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0 if self._prev else before + 1.0
        for node in youngest_first(self):
            node._backward()


def youngest_first(root):
    heap, known = [(-root._no, root)], {root._no}
    while heap:
        _, node = heapq.heappop(heap)
        yield node
        for n in node._prev:
            if n._no not in known:
                known.add(n._no)
                heapq.heappush(heap, (-n._no, n))


def build_topo(v, visited, topo):
    topo += sorted(youngest_first(v), key=lambda node: node._no)


def zero_grad(root):
    for node in youngest_first(root):
        node.grad = 0.0
