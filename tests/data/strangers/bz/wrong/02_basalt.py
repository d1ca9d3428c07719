"""Exercise 13.

Every node gets a label when it is made. Inputs are made before their results, so the
labels in their order are a topological order: collect, sort, done.
"""

import math
from itertools import count

_labels = count()


def _next_label():
    return "node%04d" % next(_labels)


class Value:
    __slots__ = ("data", "grad", "label", "_prev", "_op", "_backward")

    def __init__(self, data, _prev=(), _op="leaf", _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self.label = _next_label()
        self._prev = _prev
        self._op = _op
        # takes the gradient of the result, gives one gradient for each input
        self._backward = _backward

    def __repr__(self):
        return "<%s %s data=%r grad=%r>" % (self.label, self._op, self.data, self.grad)

    # ------------------------------------------------------------ two inputs

    def __add__(self, other):
        other = _node(other)
        return Value(self.data + other.data, (self, other), "add", lambda g: (g, g))

    def __sub__(self, other):
        other = _node(other)
        return Value(self.data - other.data, (self, other), "sub", lambda g: (g, -g))

    def __mul__(self, other):
        other = _node(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), "mul", lambda g: (g * y, g * x))

    def __truediv__(self, other):
        other = _node(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), "div", lambda g: (g / y, -g * x / (y * y)))

    def __radd__(self, other):
        return _node(other) + self

    def __rsub__(self, other):
        return _node(other) - self

    def __rmul__(self, other):
        return _node(other) * self

    def __rtruediv__(self, other):
        return _node(other) / self

    # ------------------------------------------------------------ one input

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda g: (-g,))

    def __pow__(self, n):
        x = self.data

        def rule(g):
            if n == 0:
                return (0.0,)
            return (g * n * x ** (n - 1),)

        return Value(x**n, (self,), "pow", rule)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), "relu", lambda g: (g,))
        return Value(0.0, (self,), "relu", lambda g: (0.0,))

    # ------------------------------------------------------------ backward

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        while order:
            node = order.pop()
            if node._backward is None:
                continue
            for parent, share in zip(node._prev, node._backward(node.grad)):
                parent.grad += share


def _node(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def _reachable(root, seen):
    """All nodes under `root`, in no particular order."""
    found = [root]
    seen.add(root)
    for node in found:  # grows while we walk over it
        for parent in node._prev:
            if parent not in seen:
                seen.add(parent)
                found.append(parent)
    return found


def build_topo(v, visited, topo):
    """Append every node reachable from `v`, inputs before results."""
    topo.extend(sorted(_reachable(v, visited), key=lambda node: node.label))


def zero_grad(root):
    for node in _reachable(root, set()):
        node.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print(a.grad, b.grad, c.grad, "should be 22 17 5")
    L.backward()
    print(a.grad, b.grad, c.grad, "should be 44 34 10")
