"""Exercise 13: Kahn's algorithm. First count how many consumers each node has in this graph,
then let a node pass its gradient on as soon as the last of its consumers has done so.
"""

import math
from collections import Counter, deque


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = _backward or (lambda grad: ())

    @property
    def is_leaf(self):
        return len(self._prev) == 0

    def __repr__(self):
        return f"Value({self.data!r}; grad {self.grad!r})"

    def __add__(self, other):
        other = _coerce(other)
        return Value(self.data + other.data, (self, other), lambda grad: (grad, grad))

    def __sub__(self, other):
        other = _coerce(other)
        return Value(self.data - other.data, (self, other), lambda grad: (grad, -grad))

    def __mul__(self, other):
        other = _coerce(other)
        return Value(
            self.data * other.data,
            (self, other),
            lambda grad, a=self.data, b=other.data: (grad * b, grad * a),
        )

    def __truediv__(self, other):
        other = _coerce(other)
        return Value(
            self.data / other.data,
            (self, other),
            lambda grad, a=self.data, b=other.data: (grad / b, -grad * a / b / b),
        )

    def __pow__(self, n):
        def rule(grad, a=self.data):
            return (grad * n * a ** (n - 1) if n != 0 else 0.0,)

        return Value(self.data**n, (self,), rule)

    def __neg__(self):
        return Value(-self.data, (self,), lambda grad: (-grad,))

    def __radd__(self, other):
        return _coerce(other) + self

    def __rsub__(self, other):
        return _coerce(other) - self

    def __rmul__(self, other):
        return _coerce(other) * self

    def __rtruediv__(self, other):
        return _coerce(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda grad: (grad * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda grad: (grad * e,))

    def relu(self):
        gate = 1.0 if self.data > 0 else 0.0
        return Value(max(self.data, 0.0), (self,), lambda grad: (grad * gate,))

    def backward(self):
        waiting = _count_consumers(self)
        gradient = {self: 1.0}
        ready = deque([self])
        while ready:
            node = ready.popleft()
            total = gradient.pop(node)
            if node.is_leaf:
                node.grad += total
                continue
            node.grad = total
            if total == 0.0:
                continue  # nothing to pass on
            for source, share in zip(node._prev, node._backward(total)):
                gradient[source] = gradient.get(source, 0.0) + share
                waiting[source] -= 1
                if waiting[source] == 0:
                    ready.append(source)


def _coerce(x):
    return x if isinstance(x, Value) else Value(x)


def _reach(root):
    """Every node that can be reached from root, root first."""
    seen = {root}
    nodes = [root]
    for node in nodes:
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                nodes.append(source)
    return nodes


def _count_consumers(root):
    """For each node, how often it is used as an input in the graph of root."""
    uses = Counter()
    for node in _reach(root):
        uses.update(node._prev)
    return uses


def build_topo(v, visited, topo):
    """Consumers first by Kahn's algorithm, then turned round."""
    uses = _count_consumers(v)
    order = [v]
    visited.add(v)
    for node in order:
        for source in node._prev:
            uses[source] -= 1
            if uses[source] == 0:
                visited.add(source)
                order.append(source)
    topo.extend(reversed(order))


def zero_grad(root):
    for node in _reach(root):
        node.grad = 0.0
