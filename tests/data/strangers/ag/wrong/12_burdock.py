import math
from weakref import WeakKeyDictionary

RECIPES = WeakKeyDictionary()   # node -> ((input, slope), ...)


class Value:
    def __init__(self, data, recipe=()):
        self.data = float(data)
        self.grad = 0.0
        RECIPES[self] = tuple(recipe)
        self._prev = tuple(node for node, _ in recipe)
        self._backward = pass_on

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return hash(self.data)

    def __add__(self, o):
        o = as_node(o)
        return Value(self.data + o.data, [(self, 1.0), (o, 1.0)])

    def __mul__(self, o):
        o = as_node(o)
        return Value(self.data * o.data, [(self, o.data), (o, self.data)])

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data ** n, [(self, slope)])

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __sub__(self, o):
        o = as_node(o)
        return Value(self.data - o.data, [(self, 1.0), (o, -1.0)])

    def __truediv__(self, o):
        o = as_node(o)
        q = self.data / o.data
        return Value(q, [(self, 1.0 / o.data), (o, -q / o.data)])

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, o):
        return as_node(o) - self

    def __rtruediv__(self, o):
        return as_node(o) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        if self.data > 0:
            return Value(self.data, [(self, 1.0)])
        return Value(0.0, [(self, 0.0)])

    def backward(self):
        order = ordered(self)
        for node in order:
            if RECIPES[node]:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward(node)


def pass_on(node):
    for source, slope in RECIPES[node]:
        source.grad += slope * node.grad


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def ordered(root):
    # a dictionary keeps the order in which its keys came
    finished = {}
    stack = [root]
    while stack:
        node = stack[-1]
        unfinished = [s for s in node._prev if s not in finished]
        if unfinished and node not in finished:
            stack.extend(unfinished)
        else:
            finished.setdefault(node)
            stack.pop()
    return list(finished)


def build_topo(v, visited, topo):
    topo[:] = ordered(v)


def zero_grad(root):
    for node in ordered(root):
        node.grad = 0.0
