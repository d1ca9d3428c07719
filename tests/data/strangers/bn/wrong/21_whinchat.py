import math
from operator import attrgetter


def _operator(value, rule):
    """A method for two operands, and one with the operands exchanged."""

    def forwards(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(value(self.data, other.data), (self, other), rule)

    def exchanged(self, other):
        return forwards(Value(other), self)

    return forwards, exchanged


def _function(value, rule):
    def method(self):
        return Value(value(self.data), (self,), rule)

    return method


class Value:
    def __init__(self, data, _prev=(), _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _rule
        self._place = None

    __add__, __radd__ = _operator(lambda x, y: x + y, lambda g, out, x, y: (g, g))
    __sub__, __rsub__ = _operator(lambda x, y: x - y, lambda g, out, x, y: (g, -g))
    __mul__, __rmul__ = _operator(lambda x, y: x * y, lambda g, out, x, y: (g * y, g * x))
    __truediv__, __rtruediv__ = _operator(
        lambda x, y: x / y, lambda g, out, x, y: (g / y, -g * out / y)
    )
    __neg__ = _function(lambda x: -x, lambda g, out, x: (-g,))
    tanh = _function(math.tanh, lambda g, out, x: (g * (1 - out * out),))
    exp = _function(math.exp, lambda g, out, x: (g * out,))
    relu = _function(lambda x: max(x, 0.0), lambda g, out, x: (g if x > 0 else 0.0,))

    def __pow__(self, n):
        def rule(g, out, x):
            return (g * n * x ** (n - 1) if n else 0.0,)

        return Value(self.data**n, (self,), rule)

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for place, node in enumerate(nodes):
            if node._place is None:
                node._place = place
        nodes.sort(key=attrgetter("_place"), reverse=True)
        for node in nodes:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            if node._backward:
                numbers = (source.data for source in node._prev)
                for source, part in zip(
                    node._prev, node._backward(node.grad, node.data, *numbers)
                ):
                    source.grad += part


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, iter(v._prev))]
    while trail:
        node, sources = trail[-1]
        source = next(sources, None)
        if source is None:
            topo.append(trail.pop()[0])
        elif source not in visited:
            visited.add(source)
            trail.append((source, iter(source._prev)))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
