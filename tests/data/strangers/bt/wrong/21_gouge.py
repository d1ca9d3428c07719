"""Exercise 13: a node is worked on as soon as nothing that uses it is still open."""

from collections import defaultdict, deque, namedtuple
import math

Edge = namedtuple("Edge", "node slope")


class Value:
    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self._edges = edges

    @property
    def _prev(self):
        return [edge.node for edge in self._edges]

    def _backward(self):
        for node, slope in self._edges:
            node.grad += slope * self.grad

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, [Edge(self, 1.0), Edge(other, 1.0)])

    def __mul__(self, other):
        other = to_value(other)
        return Value(
            self.data * other.data, [Edge(self, other.data), Edge(other, self.data)]
        )

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, [Edge(self, 1.0), Edge(other, -1.0)])

    def __truediv__(self, other):
        other = to_value(other)
        down = 1.0 / other.data
        return Value(
            self.data / other.data,
            [Edge(self, down), Edge(other, -self.data * down * down)],
        )

    def __pow__(self, n):
        value = self.data**n
        if n == 0:
            return Value(value, [Edge(self, 0.0)])
        return Value(value, [Edge(self, n * self.data ** (n - 1))])

    def __neg__(self):
        return Value(-self.data, [Edge(self, -1.0)])

    def __radd__(self, other):
        return to_value(other) + self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [Edge(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [Edge(self, e)])

    def relu(self):
        if self.data <= 0.0:
            return Value(0.0, [Edge(self, 0.0)])
        return Value(self.data, [Edge(self, 1.0)])

    def backward(self):
        order = list(by_readiness(self))
        for node in order:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def to_value(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def count_uses(root):
    """How often each node below root is used there."""
    uses = defaultdict(int)
    seen, stack = {root}, [root]
    while stack:
        for p in set(stack.pop()._prev):
            uses[p] += 1
            if p not in seen:
                seen.add(p)
                stack.append(p)
    return uses


def by_readiness(root):
    """Yield root and what is below, consumers first."""
    open_uses = count_uses(root)
    ready = deque([root])
    while ready:
        node = ready.popleft()
        yield node
        for p in node._prev:
            open_uses[p] -= 1
            if open_uses[p] == 0:
                ready.append(p)


def build_topo(v, visited, topo):
    order = list(by_readiness(v))
    order.reverse()
    visited.update(order)
    topo.extend(order)


def zero_grad(root):
    for node in by_readiness(root):
        node.grad = 0.0
