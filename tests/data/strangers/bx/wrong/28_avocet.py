"""Exercise 13: inner gradients live in a dict during the call, leaves keep theirs."""

import math


class Value:
    __slots__ = ("data", "grad", "_total", "_prev", "_backward")

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._total = 0.0
        self._prev = _prev
        # takes the gradient of this node, gives one share for each input
        self._backward = _backward

    def __add__(self, other):
        other = boxed(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = boxed(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = boxed(other)
        return Value(
            self.data * other.data,
            (self, other),
            lambda g: (g * other.data, g * self.data),
        )

    def __truediv__(self, other):
        other = boxed(other)
        return Value(
            self.data / other.data,
            (self, other),
            lambda g: (g / other.data, -g * self.data / other.data**2),
        )

    def __pow__(self, n):
        def shares(g):
            if n == 0:
                return (0.0,)
            return (g * n * self.data ** (n - 1),)

        return Value(self.data**n, (self,), shares)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __radd__(self, other):
        return boxed(other) + self

    def __rsub__(self, other):
        return boxed(other) - self

    def __rmul__(self, other):
        return boxed(other) * self

    def __rtruediv__(self, other):
        return boxed(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda g: (g * on,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        flow = dict.fromkeys(topo, 0.0)
        flow[self] = 1.0
        for node in reversed(topo):
            if node._backward is None:
                node._total += flow[node]
                node.grad = node._total
                continue
            node.grad = flow[node]
            for child, share in zip(node._prev, node._backward(flow[node])):
                flow[child] += share


def boxed(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, None]
            stack += node._prev


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node._total = 0.0
        node.grad = 0.0
