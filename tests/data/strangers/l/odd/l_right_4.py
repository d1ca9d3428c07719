"""Nodes are numbers into columns; a Value is only a handle. Plain numbers never become nodes."""
import heapq
import math

SERIAL = iter(range(1 << 62))


class Column:
    """A descriptor that keeps one field of all handles, as a column beside the class."""

    def __set_name__(self, owner, name):
        self.key = "col:" + name

    def __get__(self, handle, owner=None):
        return self if handle is None else handle.__dict__[self.key]

    def __set__(self, handle, value):
        handle.__dict__[self.key] = float(value)


class Value:
    data = Column()
    grad = Column()

    def __init__(self, data, terms=()):
        self.data = data
        self.grad = 0.0
        self.serial = next(SERIAL)
        merged = {}
        for node, slope in terms:
            merged[node] = merged.get(node, 0.0) + slope
        self._backward = merged
        self._prev = set(merged)

    def __lt__(self, other):
        return self.serial > other.serial      # the heap gives the youngest first

    def __add__(self, o):
        if isinstance(o, Value):
            return Value(self.data + o.data, [(self, 1), (o, 1)])
        return Value(self.data + o, [(self, 1)])

    def __mul__(self, o):
        if isinstance(o, Value):
            return Value(self.data * o.data, [(self, o.data), (o, self.data)])
        return Value(self.data * o, [(self, o)])

    def __truediv__(self, o):
        if isinstance(o, Value):
            q = self.data / o.data
            return Value(q, [(self, 1 / o.data), (o, -q / o.data)])
        return Value(self.data / o, [(self, 1 / o)])

    def __rtruediv__(self, o):
        q = o / self.data
        return Value(q, [(self, -q / self.data)])

    def __neg__(self):
        return Value(-self.data, [(self, -1)])

    def __sub__(self, o):
        return self + (-o)

    def __rsub__(self, o):
        return -self + o

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, n):
        return Value(self.data ** n, [(self, n * self.data ** (n - 1) if n else 0)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        return Value(max(self.data, 0), [(self, int(self.data > 0))])

    def backward(self):
        owed = {self: 1.0}
        heap = [self]
        while heap:
            node = heapq.heappop(heap)
            g = owed[node]
            if node._prev:
                node.grad = g
            else:
                node.grad += g
            for p, slope in node._backward.items():
                if p not in owed:
                    owed[p] = 0.0
                    heapq.heappush(heap, p)
                owed[p] += g * slope


def build_topo(v, visited, topo):
    heap = [v]
    visited.add(v)
    youngest_first = []
    while heap:
        node = heapq.heappop(heap)
        youngest_first.append(node)
        for p in node._prev - visited:
            visited.add(p)
            heapq.heappush(heap, p)
    topo.extend(reversed(youngest_first))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
