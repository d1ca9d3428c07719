from collections import deque
import math


class Value(object):

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def _new(self, data, rule, *inputs):
        """A node whose rule gets the node's gradient."""
        out = Value(data, inputs)
        out._backward = lambda: rule(out.grad)
        return out

    def __add__(self, other):
        other = Value.make(other)

        def rule(g):
            self.grad += g
            other.grad += g
        return self._new(self.data + other.data, rule, self, other)

    def __sub__(self, other):
        other = Value.make(other)

        def rule(g):
            self.grad += g
            other.grad -= g
        return self._new(self.data - other.data, rule, self, other)

    def __mul__(self, other):
        other = Value.make(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data
        return self._new(self.data * other.data, rule, self, other)

    def __truediv__(self, other):
        other = Value.make(other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / other.data / other.data
        return self._new(self.data / other.data, rule, self, other)

    def __neg__(self):
        def rule(g):
            self.grad -= g
        return self._new(-self.data, rule, self)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)
        return self._new(self.data ** n, rule, self)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t * t)
        return self._new(t, rule, self)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e
        return self._new(e, rule, self)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g
        return self._new(max(self.data, 0.0), rule, self)

    def __radd__(self, other): return Value.make(other) + self
    def __rsub__(self, other): return Value.make(other) - self
    def __rmul__(self, other): return Value.make(other) * self
    def __rtruediv__(self, other): return Value.make(other) / self

    @classmethod
    def make(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    """Level by level away from the root (no recursion!), then turned round: nodes that are far
    from the root come first."""
    queue = deque([v])
    visited.add(v)
    while queue:
        node = queue.popleft()
        topo.append(node)
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                queue.append(p)
    topo.reverse()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
