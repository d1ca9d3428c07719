import heapq
import itertools
import math

_clock = itertools.count()


class Value:
    """Every node gets a number when it is made, so an input is always older than its consumer."""

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._born = next(_clock)
        self._send = None

    def _backward(self):
        if self._send:
            self._send(self.grad)

    def __add__(self, other):
        other = const(other)
        out = Value(self.data + other.data, (self, other))

        def send(g):
            self.grad += g
            other.grad += g

        out._send = send
        return out

    def __sub__(self, other):
        other = const(other)
        out = Value(self.data - other.data, (self, other))

        def send(g):
            self.grad += g
            other.grad -= g

        out._send = send
        return out

    def __mul__(self, other):
        other = const(other)
        out = Value(self.data * other.data, (self, other))

        def send(g):
            self.grad += g * other.data
            other.grad += g * self.data

        out._send = send
        return out

    def __truediv__(self, other):
        other = const(other)
        out = Value(self.data / other.data, (self, other))

        def send(g):
            self.grad += g / other.data
            other.grad -= g * out.data / other.data

        out._send = send
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def send(g):
            self.grad += g * n * self.data ** (n - 1)

        if n != 0:
            out._send = send
        return out

    def __neg__(self):
        return self * -1.0

    def __radd__(self, other):
        return const(other) + self

    def __rsub__(self, other):
        return const(other) - self

    def __rmul__(self, other):
        return const(other) * self

    def __rtruediv__(self, other):
        return const(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def send(g):
            self.grad += g * (1.0 - out.data * out.data)

        out._send = send
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def send(g):
            self.grad += g * out.data

        out._send = send
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,))

        def send(g):
            if out.data > 0:
                self.grad += g

        out._send = send
        return out

    def backward(self):
        nodes = youngest_first(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def const(x):
    return x if isinstance(x, Value) else Value(x)


def youngest_first(root):
    nodes = []
    seen = {root}
    heap = [(-root._born, root)]
    while heap:
        _, node = heapq.heappop(heap)
        nodes.append(node)
        for i in node._prev:
            if i not in seen:
                seen.add(i)
                heapq.heappush(heap, (-i._born, i))
    return nodes


def build_topo(v, visited, topo):
    nodes = youngest_first(v)
    visited.update(nodes)
    topo.extend(nodes)


def zero_grad(root):
    for node in youngest_first(root):
        node.grad = 0.0
