import math
from functools import partial


def nothing():
    pass


def give(out, pairs):
    for node, slope in pairs:
        node.grad += slope * out.grad


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = nothing

    def __add__(self, other):
        other = valued(other)
        return derived(self.data + other.data, (self, 1.0), (other, 1.0))

    def __radd__(self, other):
        return self.__add__(other)

    def __mul__(self, other):
        other = valued(other)
        return derived(self.data * other.data, (self, other.data), (other, self.data))

    def __rmul__(self, other):
        return self.__mul__(other)

    def __sub__(self, other):
        other = valued(other)
        return derived(self.data - other.data, (self, 1.0), (other, -1.0))

    def __rsub__(self, other):
        return derived(other - self.data, (self, -1.0))

    def __truediv__(self, other):
        other = valued(other)
        a, b = self.data, other.data
        return derived(a / b, (self, 1.0 / b), (other, -a / b**2))

    def __rtruediv__(self, other):
        return derived(other / self.data, (self, -other / self.data**2))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return derived(self.data**n, (self, slope))

    def __neg__(self):
        return derived(-self.data, (self, -1.0))

    def tanh(self):
        t = math.tanh(self.data)
        return derived(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return derived(e, (self, e))

    def relu(self):
        positive = self.data > 0.0
        return derived(self.data if positive else 0.0, (self, 1.0 if positive else 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def valued(x):
    return x if isinstance(x, Value) else Value(x)


def derived(data, *pairs):
    out = Value(data)
    out._prev = tuple(node for node, _ in pairs)
    out._backward = partial(give, out, pairs)
    return out


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, on_the_way_back = stack.pop()
        if on_the_way_back:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                if p not in visited:
                    stack.append((p, False))


def zero_grad(root):
    visited = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        visited.add(node)
        node.grad = 0.0
        for p in node._prev:
            waiting.append(p)
