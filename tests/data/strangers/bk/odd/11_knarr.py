"""Forward makes lists, and nothing but lists: a node is a row [number, gradient, inputs, slopes]."""

import math

NUMBER, GRAD, INPUTS, SLOPES, SHELL = range(5)


def cell(i):
    def read(self):
        return self._row[i]

    def write(self, x):
        self._row[i] = x

    return property(read, write)


class Value:
    __slots__ = ("_row",)
    data = cell(NUMBER)
    grad = cell(GRAD)
    _prev = cell(INPUTS)

    def __init__(self, data, _prev=(), _op=""):
        self._row = [data, 0.0, list(_prev), ()]

    @property
    def _backward(self):
        return lambda: push(self)

    def __add__(self, o):
        return row(o, self, lambda y, x: (x + y, 1.0, 1.0))

    __radd__ = __add__

    def __sub__(self, o):
        return row(o, self, lambda y, x: (x - y, -1.0, 1.0))

    def __rsub__(self, o):
        return row(o, self, lambda y, x: (y - x, 1.0, -1.0))

    def __mul__(self, o):
        return row(o, self, lambda y, x: (x * y, x, y))

    __rmul__ = __mul__

    def __truediv__(self, o):
        return row(o, self, lambda y, x: (x / y, -x / y / y, 1.0 / y))

    def __rtruediv__(self, o):
        return row(o, self, lambda y, x: (y / x, 1.0 / x, -y / x / x))

    def __pow__(self, n):
        return row(self, lambda x: (x**n, n and n * x ** (n - 1)))

    def __neg__(self):
        return row(self, lambda x: (-x, -1.0))

    def __pos__(self):
        return self

    def tanh(self):
        return row(self, lambda x: (math.tanh(x), 1.0 - math.tanh(x) ** 2))

    def exp(self):
        return row(self, lambda x: (math.exp(x), math.exp(x)))

    def relu(self):
        return row(self, lambda x: (x, 1.0) if x > 0 else (0.0, 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        _restart(topo)
        self.grad += 1.0
        for node in reversed(topo):
            push(node)


def row(*args):
    *inputs, work = args
    inputs = [x if isinstance(x, Value) else Value(x) for x in inputs]
    number, *slopes = work(*[x.data for x in inputs])
    out = Value(number, inputs)
    out._row[SLOPES] = slopes
    return out


def push(node):
    _, g, inputs, slopes = node._row
    for i in range(len(inputs)):
        inputs[i]._row[GRAD] += g * slopes[i]


def _restart(nodes):
    for node in nodes:
        if node._row[INPUTS]:
            node._row[GRAD] = 0.0


def build_topo(v, visited, topo):
    # Reversed "consumers first, deepest last": a node moves back whenever it is met again,
    # but only after its last consumer is through, so each edge is looked at twice.
    consumers = {v: 0}
    edge = [v]
    while edge:
        new = []
        for node in edge:
            for p in node._prev:
                if p not in consumers:
                    consumers[p] = 0
                    new.append(p)
                consumers[p] += 1
        edge = new
    front = [v]
    while front:
        visited.update(front)
        topo.extend(front)
        following = []
        for node in front:
            for p in node._prev:
                consumers[p] -= 1
                if consumers[p] == 0:
                    following.append(p)
        front = following
    topo.reverse()


def zero_grad(root):
    seen, todo = {root}, [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)
