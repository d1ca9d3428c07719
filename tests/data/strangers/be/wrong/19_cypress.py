"""An engine that restarts an inner node when a pass meets it for the first time."""

import math


class Value:
    _phase = 0

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._met = None
        self._backward = self._nothing

    def _nothing(self):
        pass

    def __add__(self, other):
        other = self._cast(other)
        return Value(self.data + other.data, (self, other), "+")._rule(lambda g: (g, g))

    def __sub__(self, other):
        other = self._cast(other)
        return Value(self.data - other.data, (self, other), "-")._rule(lambda g: (g, -g))

    def __mul__(self, other):
        other = self._cast(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other), "*")._rule(lambda g: (g * b, g * a))

    def __truediv__(self, other):
        other = self._cast(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other), "/")._rule(lambda g: (g / b, -g * a / (b * b)))

    def __pow__(self, n):
        a = self.data
        out = Value(a**n, (self,), "**")
        return out._rule(lambda g: (g * n * a ** (n - 1),) if n else (0.0,))

    def __neg__(self):
        return Value(-self.data, (self,), "neg")._rule(lambda g: (-g,))

    def __radd__(self, other):
        return self._cast(other) + self

    def __rsub__(self, other):
        return self._cast(other) - self

    def __rmul__(self, other):
        return self._cast(other) * self

    def __rtruediv__(self, other):
        return self._cast(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh")._rule(lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp")._rule(lambda g: (g * e,))

    def relu(self):
        a = self.data
        return Value(max(a, 0.0), (self,), "relu")._rule(lambda g: (g if a > 0 else 0.0,))

    @staticmethod
    def _cast(x):
        return x if isinstance(x, Value) else Value(x)

    def _rule(self, shares):
        def rule():
            for node, share in zip(self._prev, shares(self.grad)):
                node._receive(share)

        self._backward = rule
        return self

    def _receive(self, share):
        if self._prev and self._met != Value._phase:
            self.grad = 0.0  # left over from another pass
        self._met = Value._phase
        self.grad += share

    def backward(self):
        Value._phase = 1 - Value._phase
        order = []
        build_topo(self, set(), order)
        self._receive(1.0)
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        for i in inputs:
            if i not in visited:
                visited.add(i)
                stack.append((i, iter(i._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
