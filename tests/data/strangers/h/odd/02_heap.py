"""One pass only: a heap gives the youngest waiting node; a node is restarted at the
moment it is first seen. Rules hold their output by a weak reference, so that a graph
has no cycles and goes away by reference counting alone."""

import heapq
import math
from itertools import count
from weakref import ref

births = count(1)


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._birth = -next(births)
        self._backward = None

    def _with(self, *shares):
        """shares: functions of the output's node that give what each input gets."""
        me = ref(self)

        def rule():
            out = me()
            for node, share in zip(out._prev, shares):
                node.grad += share(out) * out.grad

        self._backward = rule
        return self

    def __add__(a, b):
        b = b if isinstance(b, Value) else Value(b)
        return Value(a.data + b.data, (a, b))._with(one, one)

    def __sub__(a, b):
        b = b if isinstance(b, Value) else Value(b)
        return Value(a.data - b.data, (a, b))._with(one, minus_one)

    def __mul__(a, b):
        b = b if isinstance(b, Value) else Value(b)
        return Value(a.data * b.data, (a, b))._with(second, first)

    def __truediv__(a, b):
        b = b if isinstance(b, Value) else Value(b)
        return Value(a.data / b.data, (a, b))._with(
            lambda out: 1.0 / second(out), lambda out: -out.data / second(out)
        )

    def __pow__(a, n):
        return Value(a.data**n, (a,))._with(
            lambda out: n * first(out) ** (n - 1) if n != 0 else 0.0
        )

    def __neg__(a):
        return Value(-a.data, (a,))._with(minus_one)

    def __radd__(a, k):
        return Value(k) + a

    def __rsub__(a, k):
        return Value(k) - a

    def __rmul__(a, k):
        return Value(k) * a

    def __rtruediv__(a, k):
        return Value(k) / a

    def tanh(a):
        return Value(math.tanh(a.data), (a,))._with(lambda out: 1.0 - out.data**2)

    def exp(a):
        return Value(math.exp(a.data), (a,))._with(lambda out: out.data)

    def relu(a):
        return Value(a.data if a.data > 0 else 0.0, (a,))._with(lambda out: 1.0 if first(out) > 0 else 0.0)

    def backward(self):
        heap = [(self._birth, self)]
        seen = {self._birth}
        self.grad = 1.0 if self._prev else self.grad + 1.0
        while heap:
            _, node = heapq.heappop(heap)
            if not node._prev:
                continue
            for p in node._prev:
                if p._birth not in seen:
                    seen.add(p._birth)
                    heapq.heappush(heap, (p._birth, p))
                    if p._prev:
                        p.grad = 0.0
            node._backward()


def one(out):
    return 1.0


def minus_one(out):
    return -1.0


def first(out):
    return out._prev[0].data


def second(out):
    return out._prev[1].data


def build_topo(v, visited, topo):
    heap = [(v._birth, v)]
    visited.add(v)
    downwards = []
    while heap:
        node = heapq.heappop(heap)[1]
        downwards.append(node)
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                heapq.heappush(heap, (p._birth, p))
    topo += downwards[::-1]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
