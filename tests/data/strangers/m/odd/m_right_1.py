"""Coroutines: the rule of a node is a generator that waits for its gradient to be sent."""
import math


def value_of(x):
    return x.data if isinstance(x, Value) else float(x)


class Value:
    def __init__(self, data, _prev=(), _rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule

    def _backward(self):
        if self._rule is None:
            return
        waiting = self._rule()
        next(waiting)
        try:
            waiting.send(self.grad)
        except StopIteration:
            pass

    def _combine(self, other, value, left, right):
        def rule():
            g = yield
            self.grad += g * left
            if isinstance(other, Value):
                other.grad += g * right

        prev = (self, other) if isinstance(other, Value) else (self,)
        return Value(value, prev, rule)

    def __add__(self, other):
        return self._combine(other, self.data + value_of(other), 1.0, 1.0)

    def __sub__(self, other):
        return self._combine(other, self.data - value_of(other), 1.0, -1.0)

    def __mul__(self, other):
        o = value_of(other)
        return self._combine(other, self.data * o, o, self.data)

    def __truediv__(self, other):
        o = value_of(other)
        return self._combine(other, self.data / o, 1.0 / o, -self.data / o / o)

    def __radd__(self, k):
        return self._combine(None, k + self.data, 1.0, 0.0)

    def __rsub__(self, k):
        return self._combine(None, k - self.data, -1.0, 0.0)

    def __rmul__(self, k):
        return self._combine(None, k * self.data, k, 0.0)

    def __rtruediv__(self, k):
        return self._combine(None, k / self.data, -k / self.data / self.data, 0.0)

    def __neg__(self):
        return self._combine(None, -self.data, -1.0, 0.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._combine(None, self.data**n, slope, 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._combine(None, t, 1.0 - t * t, 0.0)

    def exp(self):
        e = math.exp(self.data)
        return self._combine(None, e, e, 0.0)

    def relu(self):
        return self._combine(None, max(self.data, 0.0), float(self.data > 0.0), 0.0)

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        before = {v: v.grad for v in nodes if not v._prev}
        for v in nodes:
            v.grad = 0.0
        self.grad = 1.0
        for v in reversed(nodes):
            v._backward()
        for leaf, old in before.items():
            leaf.grad += old


def build_topo(v, visited, topo):
    def visit(node):
        visited.add(node)
        for p in node._prev:
            if p not in visited:
                yield visit(p)
        topo.append(node)

    running = [visit(v)]
    while running:
        deeper = next(running[-1], None)
        if deeper is None:
            running.pop()
        else:
            running.append(deeper)


def zero_grad(root):
    layer, seen = {root}, set()
    while layer:
        seen |= layer
        for v in layer:
            v.grad = 0.0
        layer = {p for v in layer for p in v._prev} - seen
