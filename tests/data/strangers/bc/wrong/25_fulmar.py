"""A sum may have any number of addends, so that `total += x` in a loop stays one flat sum."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    @classmethod
    def _sum(cls, total, addends):
        out = cls(total, addends, "sum")

        def rule():
            for addend in addends:
                addend.grad += out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        other = of(other)
        return self._sum(self.data + other.data, [self, other])

    def __iadd__(self, other):
        if self._op != "sum":
            return self + other
        other = of(other)
        addends = self._prev
        addends += [other]
        return self._sum(self.data + other.data, addends)

    def __mul__(self, other):
        other = of(other)
        out = Value(self.data * other.data, [self, other], "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def _map(self, op, y, slope):
        out = Value(y, [self], op)

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def __pow__(self, n):
        return self._map("**", self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def __neg__(self):
        return self._map("neg", -self.data, -1.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._map("tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._map("exp", e, e)

    def relu(self):
        if self.data > 0:
            return self._map("relu", self.data, 1.0)
        return self._map("relu", 0.0, 0.0)

    def __sub__(self, other):
        return self + -of(other)

    def __truediv__(self, other):
        return self * of(other) ** -1

    def __radd__(self, other):
        return of(other) + self

    def __rmul__(self, other):
        return of(other) * self

    def __rsub__(self, other):
        return of(other) - self

    def __rtruediv__(self, other):
        return of(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((below, False) for below in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
