"""A pool of numbers: a node is an index into two arrays; slots are given back when a node dies."""
import math
import weakref
from array import array

POOL, GRADS, FREE = array("d"), array("d"), []


def take(x):
    if FREE:
        i = FREE.pop()
        POOL[i], GRADS[i] = x, 0.0
        return i
    POOL.append(x)
    GRADS.append(0.0)
    return len(POOL) - 1


class Value:
    __slots__ = ("_at", "_edges", "_prev", "__weakref__")

    def __init__(self, data, edges=()):
        self._at = take(float(data))
        self._edges = edges                      # pairs (input, function of nothing -> slope)
        self._prev = tuple(n for n, _ in edges)
        weakref.finalize(self, FREE.append, self._at)

    data = property(lambda self: POOL[self._at], lambda self, x: POOL.__setitem__(self._at, float(x)))
    grad = property(lambda self: GRADS[self._at], lambda self, x: GRADS.__setitem__(self._at, float(x)))

    def __add__(self, o):
        o = lift(o)
        return Value(self.data + o.data, ((self, one), (o, one)))

    def __mul__(self, o):
        o = lift(o)
        x, y = self.data, o.data
        return Value(x * y, ((self, lambda: y), (o, lambda: x)))

    def __truediv__(self, o):
        o = lift(o)
        x, y = self.data, o.data
        return Value(x / y, ((self, lambda: 1 / y), (o, lambda: -x / y / y)))

    def __pow__(self, n):
        x = self.data
        return Value(x**n, ((self, lambda: n * x ** (n - 1) if n else 0.0),))

    def __neg__(self): return Value(-self.data, ((self, lambda: -1.0),))
    def __sub__(self, o):
        o = lift(o)
        return Value(self.data - o.data, ((self, one), (o, lambda: -1.0)))
    def __radd__(self, o): return lift(o) + self
    def __rmul__(self, o): return lift(o) * self
    def __rsub__(self, o): return lift(o) - self
    def __rtruediv__(self, o): return lift(o) / self
    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, lambda: (1 - t) * (1 + t)),))
    def exp(self):
        e = math.exp(self.data)
        return Value(e, ((self, lambda: e),))
    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, ((self, lambda: float(x > 0)),))

    def backward(self):
        order = walk(self)
        flow = dict.fromkeys(map(id, order), 0.0)
        flow[id(self)] = 1.0
        for node in reversed(order):
            for source, slope in node._edges:
                flow[id(source)] += slope() * flow[id(node)]
        for node in order:
            node.grad = flow[id(node)] if node._edges else node.grad + flow[id(node)]


def one(): return 1.0
def lift(x): return x if isinstance(x, Value) else Value(x)


def walk(root, seen=None):
    seen = set() if seen is None else seen
    out, trail = [], [(root, iter(root._prev))] if id(root) not in seen else []
    seen.add(id(root))
    while trail:
        node, rest = trail[-1]
        for source in rest:
            if id(source) not in seen:
                seen.add(id(source))
                trail.append((source, iter(source._prev)))
                break
        else:
            out.append(trail.pop()[0])
    return out


def build_topo(v, visited, topo):
    marks = {id(n) for n in visited}
    for node in walk(v, marks):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0
