import heapq
import itertools
import math


class Value:
    """A node knows its level; the highest levels go first."""

    _tick = itertools.count()

    def __init__(self, data, *links):
        self.data = float(data)
        self.grad = 0.0
        self._links = links
        self._prev = prev = tuple(node for node, _ in links)
        self._level = 1 + prev[0]._level if prev else 0
        self._tie = next(Value._tick)

    def __lt__(self, other):
        return (-self._level, self._tie) < (-other._level, other._tie)

    def _backward(self):
        for node, slope in self._links:
            node.grad += self.grad * slope

    def __add__(self, other):
        other = to_node(other)
        return Value(self.data + other.data, (self, 1), (other, 1))

    def __mul__(self, other):
        other = to_node(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __neg__(self):
        return Value(-self.data, (self, -1))

    def __sub__(self, other):
        other = to_node(other)
        return Value(self.data - other.data, (self, 1), (other, -1))

    def __truediv__(self, other):
        a, b = self.data, to_node(other).data
        return Value(a / b, (self, 1 / b), (to_node(other), -a / b**2))

    def __pow__(self, n):
        return Value(self.data**n, (self, n * self.data ** (n - 1) if n else 0))

    def __radd__(self, other):
        return to_node(other) + self

    def __rmul__(self, other):
        return to_node(other) * self

    def __rsub__(self, other):
        return to_node(other) - self

    def __rtruediv__(self, other):
        return to_node(other) / self

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self, 1 - y**2))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self, y))

    def relu(self):
        return Value(max(self.data, 0.0), (self, int(self.data > 0)))

    def backward(self):
        for node in reachable(self):
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        heap, queued = [self], {self}
        while heap:
            node = heapq.heappop(heap)
            node._backward()
            for p in node._prev:
                if p not in queued:
                    queued.add(p)
                    heapq.heappush(heap, p)


def to_node(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    found = {root: None}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found[p] = None
                todo.append(p)
    return list(found)


def build_topo(v, visited, topo):
    topo.extend(sorted(reachable(v), key=lambda node: node._tie))


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
