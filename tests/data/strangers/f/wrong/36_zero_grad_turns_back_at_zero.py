import math


class Edge:
    """One input of a node; the edges of a node form a chain."""

    __slots__ = ("target", "factor", "next")

    def __init__(self, target, factor, next=None):
        self.target = target
        self.factor = factor
        self.next = next


class Value:
    def __init__(self, data, first=None):
        self.data = data
        self.grad = 0.0
        self.first = first

    @property
    def _prev(self):
        inputs = []
        edge = self.first
        while edge is not None:
            inputs.append(edge.target)
            edge = edge.next
        return inputs

    def _backward(self):
        edge = self.first
        while edge is not None:
            edge.target.grad += edge.factor(self) * self.grad
            edge = edge.next

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data,
                     Edge(self, lambda out: 1.0, Edge(other, lambda out: 1.0)))

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data,
                     Edge(self, lambda out: 1.0, Edge(other, lambda out: -1.0)))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data,
                     Edge(self, lambda out: other.data, Edge(other, lambda out: self.data)))

    def __truediv__(self, other):
        other = lift(other)
        return Value(self.data / other.data,
                     Edge(self, lambda out: 1.0 / other.data,
                          Edge(other, lambda out: -out.data / other.data)))

    def __neg__(self):
        return Value(-self.data, Edge(self, lambda out: -1.0))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, Edge(self, lambda out: 0.0))
        return Value(self.data ** n, Edge(self, lambda out: n * self.data ** (n - 1)))

    def tanh(self):
        return Value(math.tanh(self.data), Edge(self, lambda out: 1.0 - out.data * out.data))

    def exp(self):
        return Value(math.exp(self.data), Edge(self, lambda out: out.data))

    def relu(self):
        return Value(max(self.data, 0.0), Edge(self, lambda out: 1.0 if self.data > 0 else 0.0))

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.first is not None:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    visited.add(v)
    path = [v]
    cursor = [v.first]
    while path:
        edge = cursor[-1]
        if edge is None:
            topo.append(path.pop())
            cursor.pop()
            continue
        cursor[-1] = edge.next
        if edge.target not in visited:
            visited.add(edge.target)
            path.append(edge.target)
            cursor.append(edge.target.first)


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node in seen or node.grad == 0.0:
            continue
        seen.add(node)
        node.grad = 0.0
        stack.extend(node._prev)
