import math
from collections import deque


class Value:
    """Gradients are gathered in a dictionary of the pass, then handed to the nodes."""

    gathered = None

    def __init__(self, data, sources=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = sources
        self.slopes = slopes

    def _backward(self):
        g = Value.gathered[self]
        for source, slope in zip(self._prev, self.slopes):
            Value.gathered[source] = Value.gathered.get(source, 0.0) + slope * g

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        Value.gathered = {self: 1.0}
        for node in reversed(topo):
            node._backward()
        for node, g in Value.gathered.items():
            node.grad = g if node._prev else node.grad + g
        Value.gathered = None

    def __add__(self, other):
        other = _v(other)
        return Value(self.data + other.data, (self, other), (1, 1))

    def __radd__(self, other):
        return _v(other).__add__(self)

    def __sub__(self, other):
        other = _v(other)
        return Value(self.data - other.data, (self, other), (1, -1))

    def __rsub__(self, other):
        return _v(other).__sub__(self)

    def __mul__(self, other):
        other = _v(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __rmul__(self, other):
        return _v(other).__mul__(self)

    def __truediv__(self, other):
        other = _v(other)
        inv = 1 / other.data
        return Value(self.data / other.data, (self, other), (inv, -self.data * inv * inv))

    def __rtruediv__(self, other):
        return _v(other).__truediv__(self)

    def __neg__(self):
        return Value(-self.data, (self,), (-1,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n and n * self.data ** (n - 1),))

    def tanh(self):
        th = math.tanh(self.data)
        return Value(th, (self,), (1 - th * th,))

    def exp(self):
        ex = math.exp(self.data)
        return Value(ex, (self,), (ex,))

    def relu(self):
        positive = self.data > 0
        return Value(self.data if positive else 0.0, (self,), (int(positive),))


def _v(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    agenda = deque([(v, 0)])
    while agenda:
        node, turn = agenda.popleft()
        if turn:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.appendleft((node, 1))
            agenda.extendleft((p, 0) for p in node._prev)


def zero_grad(root):
    todo = deque(root._prev)
    seen = set()
    while todo:
        node = todo.popleft()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            todo.extend(node._prev)
