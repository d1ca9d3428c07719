"""The postorder is written as if it called itself; `run` does the calling."""

import math


def run(visit, start):
    """Drive generators that yield whom they would call next."""
    calls = [visit(start)]
    while calls:
        try:
            following = next(calls[-1])
        except StopIteration:
            calls.pop()
        else:
            calls.append(visit(following))


def postorder(root, seen=set()):
    order = []

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        for source in node._prev:
            yield source
        order.append(node)

    run(visit, root)
    return order


def build_topo(v, visited, topo):
    topo.extend(postorder(v, visited))


def zero_grad(root):
    for node in postorder(root, set()):
        node.grad = 0.0


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def backward(self):
        order = postorder(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def _with(self, slopes):
        def rule():
            for source, slope in zip(self._prev, slopes):
                source.grad += self.grad * slope

        self._backward = rule
        return self

    def __add__(self, other):
        other = leaf(other)
        return Value(self.data + other.data, (self, other))._with([1.0, 1.0])

    def __sub__(self, other):
        other = leaf(other)
        return Value(self.data - other.data, (self, other))._with([1.0, -1.0])

    def __mul__(self, other):
        other = leaf(other)
        return Value(self.data * other.data, (self, other))._with([other.data, self.data])

    def __truediv__(self, other):
        other = leaf(other)
        down = [1.0 / other.data, -self.data / other.data**2]
        return Value(self.data / other.data, (self, other))._with(down)

    def __neg__(self):
        return Value(-self.data, (self,))._with([-1.0])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,))._with([slope])

    def __radd__(self, other):
        return leaf(other) + self

    def __rsub__(self, other):
        return leaf(other) - self

    def __rmul__(self, other):
        return leaf(other) * self

    def __rtruediv__(self, other):
        return leaf(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,))._with([1.0 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,))._with([e])

    def relu(self):
        up = self.data > 0.0
        return Value(self.data if up else 0.0, (self,))._with([1.0 if up else 0.0])


def leaf(x):
    return x if isinstance(x, Value) else Value(x)
