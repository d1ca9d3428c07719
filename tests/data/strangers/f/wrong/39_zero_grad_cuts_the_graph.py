import math
from collections import defaultdict


class Value:
    """Rules in continuation style: `_backward(g, give)` calls `give(input, share)`."""

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda g, give: None)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))

        def rule(g, give):
            give(self, g)
            give(other, g)

        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))

        def rule(g, give):
            give(self, g)
            give(other, -g)

        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))

        def rule(g, give):
            give(self, g * other.data)
            give(other, g * self.data)

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        quotient = self.data / other.data

        def rule(g, give):
            give(self, g / other.data)
            give(other, -g * quotient / other.data)

        return Value(quotient, (self, other), rule)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g, give: give(self, -g))

    def __pow__(self, n):
        def rule(g, give):
            give(self, g * n * self.data ** (n - 1) if n != 0 else 0.0)

        return Value(self.data ** n, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g, give: give(self, g * (1 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g, give: give(self, g * e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda g, give: give(self, g))
        return Value(0.0, (self,), lambda g, give: give(self, 0.0))

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return Value(float(other)) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(float(other)) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        sums = defaultdict(float)
        sums[self] = 1.0

        def give(node, share):
            sums[node] += share

        for node in reversed(topo):
            node._backward(sums[node], give)
            if node._prev:
                node.grad = sums[node]
            else:
                node.grad += sums[node]


def build_topo(v, visited, topo):
    visited.add(v)
    todo = [(v, list(v._prev)[::-1])]
    while todo:
        node, ahead = todo[-1]
        if not ahead:
            topo.append(node)
            todo.pop()
            continue
        nxt = ahead.pop()
        if nxt not in visited:
            visited.add(nxt)
            todo.append((nxt, list(nxt._prev)[::-1]))


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        for nxt in node._prev:
            if nxt not in seen:
                seen.add(nxt)
                todo.append(nxt)
        node.grad, node._prev = 0.0, ()
