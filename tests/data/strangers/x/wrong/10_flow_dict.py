"""Engine that keeps the gradients of one call in a dict and not on the nodes.

`_backward(g)` of a node gets the node's gradient and returns a list of pairs
(input, contribution). Only leaves get something written to `grad`.
"""

import math


class Value:
    def __init__(self, data, _prev=(), _backward=lambda g: []):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __repr__(self):
        return "Value(%r)" % self.data

    def __add__(self, other):
        other = _lift(other)
        return Value(self.data + other.data, (self, other),
                     lambda g: [(self, g), (other, g)])

    def __sub__(self, other):
        other = _lift(other)
        return Value(self.data - other.data, (self, other),
                     lambda g: [(self, g), (other, -g)])

    def __mul__(self, other):
        other = _lift(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: [(self, g * y), (other, g * x)])

    def __truediv__(self, other):
        other = _lift(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other),
                     lambda g: [(self, g / y), (other, -g * x / y**2)])

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: [(self, -g)])

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, (self,), lambda g: [(self, 0.0)])
        return Value(x**n, (self,), lambda g: [(self, g * n * x ** (n - 1))])

    def __radd__(self, other):
        return _lift(other) + self

    def __rsub__(self, other):
        return _lift(other) - self

    def __rmul__(self, other):
        return _lift(other) * self

    def __rtruediv__(self, other):
        return _lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: [(self, g * (1 - t * t))])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: [(self, g * e)])

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda g: [(self, g if on else 0.0)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        flow = {id(self): 1.0}
        for node in reversed(topo):
            g = flow.pop(id(node))
            if node._prev:
                for child, part in node._backward(g):
                    flow[id(child)] = flow.get(id(child), 0.0) + part
            else:
                node.grad = g


def _lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if id(node) in visited:
            stack.pop()
            continue
        missing = [p for p in node._prev if id(p) not in visited]
        if missing:
            stack.extend(missing)
        else:
            visited.add(id(node))
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
