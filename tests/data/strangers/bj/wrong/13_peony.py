"""Engine for the exam.

Layout: first the graph (which node comes after which), then the class.
"""

import math


def _new_inputs(node, visited):
    """The inputs of `node` that nobody has visited yet."""
    fresh = []
    for source in node._prev:
        if source in visited:
            return fresh
        fresh.append(source)
    return fresh


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, False)]
    while stack:
        node, inputs_are_in = stack.pop()
        if inputs_are_in:
            topo.append(node)
            continue
        if node in visited:
            continue
        stack.append((node, True))
        for source in _new_inputs(node, visited):
            stack.append((source, False))
        visited.add(node)
    return topo


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    seen, todo = {root}, [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                todo.append(source)


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def _needs(self, *slopes):
        """Set the rule of this node: a slope for each input."""

        def rule():
            for source, slope in zip(self._prev, slopes):
                source.grad += slope * self.grad

        self._backward = rule
        return self

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), "+")._needs(1.0, 1.0)

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, (self, other), "-")._needs(1.0, -1.0)

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, (self, other), "*")._needs(other.data, self.data)

    def __truediv__(self, other):
        other = Value.of(other)
        ratio = self.data / other.data
        return Value(ratio, (self, other), "/")._needs(1.0 / other.data, -ratio / other.data)

    def __neg__(self):
        return Value(-self.data, (self,), "neg")._needs(-1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), "**")._needs(slope)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh")._needs((1.0 - t) * (1.0 + t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp")._needs(e)

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), "relu")._needs(1.0)
        return Value(0.0, (self,), "relu")._needs(0.0)

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def backward(self):
        topo = build_topo(self, set(), [])
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()
