"""Each operation makes an object of its own class; dispatch by subclass, leaf and inner alike."""

import math


class Value:
    def __new__(cls, data):
        return object.__new__(Leaf)

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def __add__(self, o):
        return Linear(self, o, 1.0, 1.0)

    def __radd__(self, o):
        return Linear(self, o, 1.0, 1.0)

    def __sub__(self, o):
        return Linear(self, o, 1.0, -1.0)

    def __rsub__(self, o):
        return Linear(self, o, -1.0, 1.0)

    def __neg__(self):
        return Linear(self, 0.0, -1.0, 0.0)

    def __mul__(self, o):
        return Times(self, o)

    __rmul__ = __mul__

    def __truediv__(self, o):
        return Over(self, o)

    def __rtruediv__(self, o):
        return Over(o, self)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Curve(self, self.data**n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return Curve(self, t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Curve(self, e, e)

    def relu(self):
        return Curve(self, max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        later = {}
        for node in walk(self):
            node.restart()
            for source in node._prev:
                later[source] = later.get(source, 0) + 1
        self.grad += 1.0
        ready = [self]
        for node in ready:
            node._backward()
            for source in node._prev:
                later[source] -= 1
                if not later[source]:
                    ready.append(source)


class Leaf(Value):
    _prev = ()

    def restart(self):
        pass

    def _backward(self):
        pass


class Inner(Value):
    def __new__(cls, *arguments):
        return object.__new__(cls)

    def restart(self):
        self.grad = 0.0

    def _keep(self, data, *edges):
        super().__init__(data)
        self._edges = [(n, d) for n, d in edges if isinstance(n, Value)]
        self._prev = [n for n, _ in self._edges]

    def _backward(self):
        for node, slope in self._edges:
            node.grad += slope * self.grad


def number(x):
    return x.data if isinstance(x, Value) else x


class Linear(Inner):
    def __init__(self, a, b, ka, kb):
        self._keep(ka * number(a) + kb * number(b), (a, ka), (b, kb))


class Times(Inner):
    def __init__(self, a, b):
        x, y = number(a), number(b)
        self._keep(x * y, (a, y), (b, x))


class Over(Inner):
    def __init__(self, a, b):
        x, y = number(a), number(b)
        self._keep(x / y, (a, 1.0 / y), (b, -x / y / y))


class Curve(Inner):
    def __init__(self, a, data, slope):
        self._keep(data, (a, slope))


def walk(root):
    nodes, seen = [root], {root}
    for node in nodes:
        yield node
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                nodes.append(source)


def build_topo(v, visited, topo):
    left = {}
    consumers = {}
    leaves = []
    for node in walk(v):
        left[node] = len(node._prev)
        if not node._prev:
            leaves.append(node)
        for source in node._prev:
            consumers.setdefault(source, []).append(node)
    for node in leaves:
        topo.append(node)
        for consumer in consumers.get(node, ()):
            left[consumer] -= 1
            if left[consumer] == 0:
                leaves.append(consumer)


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0
