import heapq
import math


class Value:
    """Every node knows its depth: 0 for a leaf, else one more than its deepest input."""

    def __init__(self, data, *edges):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(node for node, _ in edges)
        self._backward = tuple(slope for _, slope in edges)
        self.depth = 1 + self._prev[0].depth if edges else 0

    def __add__(self, other):
        other = as_node(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    __radd__ = __add__

    def __mul__(self, other):
        other = as_node(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    __rmul__ = __mul__

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __sub__(self, other):
        other = as_node(other)
        return Value(self.data - other.data, (self, 1.0), (other, -1.0))

    def __rsub__(self, other):
        return as_node(other) - self

    def __truediv__(self, other):
        other = as_node(other)
        inv = 1.0 / other.data
        return Value(self.data * inv, (self, inv), (other, -self.data * inv * inv))

    def __rtruediv__(self, other):
        return as_node(other) / self

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self, 0.0))
        return Value(self.data**n, (self, n * self.data ** (n - 1)))

    def tanh(self):
        th = math.tanh(self.data)
        return Value(th, (self, 1.0 - th * th))

    def exp(self):
        ex = math.exp(self.data)
        return Value(ex, (self, ex))

    def relu(self):
        return Value(self.data, (self, 1.0)) if self.data > 0 else Value(0.0, (self, 0.0))

    def backward(self):
        for node in walk(self):
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        queued = {self}
        heap = [(-self.depth, id(self), self)]
        while heap:
            node = heapq.heappop(heap)[2]
            for p, slope in zip(node._prev, node._backward):
                p.grad += slope * node.grad
                if p not in queued:
                    queued.add(p)
                    heapq.heappush(heap, (-p.depth, id(p), p))


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def walk(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        new = [p for p in node._prev if p not in seen]
        seen.update(new)
        todo.extend(set(new))


def build_topo(v, visited, topo):
    work = [(v, False)]
    while work:
        node, inputs_done = work.pop()
        if inputs_done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        work.append((node, True))
        work.extend((p, False) for p in node._prev)


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0
