"""Every node has a time; a graph is read as buckets of equal times."""

import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = ()
        self.time = 0

    @classmethod
    def record(cls, data, *edges):
        node = cls(data)
        node._prev = tuple(e[0] for e in edges)
        node._backward = tuple(e[1] for e in edges)
        node.time = 1 + max(source.time for source in node._prev)
        return node

    def __add__(self, o):
        o = constant(o)
        return Value.record(self.data + o.data, (self, 1.0), (o, 1.0))

    def __sub__(self, o):
        o = constant(o)
        return Value.record(self.data - o.data, (self, 1.0), (o, -1.0))

    def __mul__(self, o):
        o = constant(o)
        return Value.record(self.data * o.data, (self, o.data), (o, self.data))

    def __truediv__(self, o):
        o = constant(o)
        q = self.data / o.data
        return Value.record(q, (self, 1.0 / o.data), (o, -q / o.data))

    def __radd__(self, o):
        return constant(o) + self

    def __rsub__(self, o):
        return constant(o) - self

    def __rmul__(self, o):
        return constant(o) * self

    def __rtruediv__(self, o):
        return constant(o) / self

    def __neg__(self):
        return Value.record(-self.data, (self, -1.0))

    def __pow__(self, n):
        return Value.record(self.data**n, (self, n * self.data ** (n - 1) if n else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value.record(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value.record(e, (self, e))

    def relu(self):
        x = self.data
        return Value.record(x if x > 0 else 0.0, (self, 1.0 if x > 0 else 0.0))

    def tape(self):
        """Buckets by time: an input is always earlier than its consumers."""
        buckets = {self.time: {self: None}}
        waiting, seen = [self], {self}
        while waiting:
            for source in waiting.pop()._prev:
                if source not in seen:
                    seen.add(source)
                    waiting.append(source)
                    buckets.setdefault(source.time, {})[source] = None
        for time in sorted(buckets):
            yield from buckets[time]

    def backward(self):
        tape = list(self.tape())
        for node in tape:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(tape):
            for source, slope in zip(node._prev, node._backward):
                source.grad += slope * node.grad


def constant(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    topo.extend(v.tape())


def zero_grad(root):
    for node in root.tape():
        node.grad = 0.0
