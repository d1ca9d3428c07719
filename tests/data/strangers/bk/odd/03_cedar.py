"""Serial numbers and a heap: the youngest node with a gradient is always next."""

import heapq
import itertools
import math

SERIAL = itertools.count()


class Value:
    __slots__ = "data grad _prev _op _backward _born".split()

    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad, self._op = data, 0.0, _op
        self._prev = set(_prev)
        self._backward = None
        self._born = next(SERIAL)

    def _with(self, *pairs):
        self._prev = {p for p, _ in pairs}

        def rule(send, g):
            for p, slope in pairs:
                send(p, slope * g)

        self._backward = rule
        return self

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data)._with((self, 1.0), (o, 1.0))

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data)._with((self, o.data), (o, self.data))

    def __truediv__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        q = self.data / o.data
        return Value(q)._with((self, 1 / o.data), (o, -q / o.data))

    def __sub__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data - o.data)._with((o, -1.0), (self, 1.0))

    def __radd__(self, o):
        return Value(o) + self

    def __rmul__(self, o):
        return Value(o) * self

    def __rsub__(self, o):
        return Value(o) - self

    def __rtruediv__(self, o):
        return Value(o) / self

    def __neg__(self):
        return 0.0 - self

    def __pow__(self, n):
        return Value(self.data**n)._with((self, n * self.data ** (n - 1) if n else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t)._with((self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e)._with((self, e))

    def relu(self):
        return Value(max(self.data, 0.0))._with((self, 1.0 if self.data > 0 else 0.0))

    def backward(self):
        shares = {}
        heap = []

        def send(node, share):
            if node in shares:
                shares[node].append(share)
            else:
                shares[node] = [share]
                heapq.heappush(heap, (-node._born, node))

        send(self, 1.0)
        while heap:
            _, node = heapq.heappop(heap)
            g = math.fsum(shares.pop(node))
            if node._backward is None:
                node.grad += g
            else:
                node.grad = g
                node._backward(send, g)


def build_topo(v, visited, topo):
    todo = [v]
    visited.add(v)
    while todo:
        new = todo.pop()._prev - visited
        visited |= new
        todo.extend(new)
    topo += sorted(visited, key=lambda n: n._born)


def zero_grad(root):
    found = set()
    build_topo(root, found, [])
    for n in found:
        n.grad = 0.0
