import math
from collections import Counter


class Value:
    def __init__(self, data, _prev=(), _op="", _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _rule or (lambda g: ())
        self._order = None

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), "+", lambda g: (g, g))

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, (self, other), "-", lambda g: (g, -g))

    def __mul__(self, other):
        other = Value.of(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), "*", lambda g: (g * y, g * x))

    def __truediv__(self, other):
        other = Value.of(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), "/", lambda g: (g / y, -g * x / (y * y)))

    def __pow__(self, n):
        x = self.data
        slope = 0.0 if n == 0 else n * x ** (n - 1)
        return Value(x**n, (self,), "**", lambda g: (g * slope,))

    def __neg__(self):
        return Value(-self.data, (self,), "-", lambda g: (-g,))

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        up = self.data > 0
        return Value(self.data if up else 0.0, (self,), "relu", lambda g: (g if up else 0.0,))

    def backward(self):
        # the graph of a node never changes, so its order is worked out only once
        if self._order is None:
            self._order = list(toposort(self))
        flow = {self: 1.0}
        for node in self._order:
            g = flow.pop(node, 0.0)
            node.grad = g if node._prev else node.grad + g
            for x, part in zip(node._prev, node._backward(g)):
                flow[x] = flow.get(x, 0.0) + part


def toposort(end_node):
    """Consumers first: a node is yielded once its last consumer has been."""
    waiting = Counter()
    known = {end_node}
    stack = [end_node]
    while stack:
        for x in set(stack.pop()._prev):
            waiting[x] += 1
            if x not in known:
                known.add(x)
                stack.append(x)
    ready = [end_node]
    while ready:
        node = ready.pop()
        yield node
        for x in node._prev:
            waiting[x] -= 1
            if waiting[x] == 0:
                ready.append(x)


def build_topo(v, visited, topo):
    topo.extend(reversed(list(toposort(v))))


def zero_grad(root):
    for node in toposort(root):
        node.grad = 0.0
