"""Autograd, exam version. The graph is walked by one class, Walk, for all purposes."""
import math


class Walk:
    """Iterate over the graph below a root, each node once."""

    def __init__(self, root):
        self.root = root

    def __iter__(self):
        seen = {self.root}
        queue = [self.root]
        while queue:
            node = queue.pop()
            yield node
            for p in node._prev:
                if p not in seen:
                    seen.add(p)
                    queue.append(p)

    def users(self):
        count = {}
        for node in self:
            for p in node._prev:
                count[p] = count.get(p, 0) + 1
        return count

    def from_root(self):
        count = self.users()
        free = [self.root]
        while free:
            node = free.pop()
            yield node
            for p in node._prev:
                count[p] -= 1
                if not count[p]:
                    free.append(p)


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, (self, other), lambda g: [g, g])

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, (self, other), lambda g: [g, -g])

    def __mul__(self, other):
        other = to_value(other)
        return Value(
            self.data * other.data,
            (self, other),
            lambda g: [g * other.data, g * self.data],
        )

    def __truediv__(self, other):
        other = to_value(other)
        return Value(
            self.data / other.data,
            (self, other),
            lambda g: [g / other.data, -g * self.data / other.data**2],
        )

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: [-g])

    def __pow__(self, n):
        def rule(g):
            if n == 0:
                return [0.0]
            return [g * n * self.data ** (n - 1)]

        return Value(self.data**n, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: [g * (1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: [g * e])

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda g: [g])
        return Value(0.0, (self,), lambda g: [0.0])

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def backward(self):
        for node in Walk(self):
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in Walk(self).from_root():
            if node._backward:
                for p, g in zip(node._prev, node._backward(node.grad)):
                    p.grad += g


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    found = list(Walk(v).from_root())
    visited.update(found)
    topo.extend(found[::-1])


def zero_grad(root):
    seen = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node in seen or node.grad == 0.0:
            continue
        seen.add(node)
        node.grad = 0.0
        todo.extend(node._prev)
