import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "__weakref__")

    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __repr__(self):
        return f"Value({self.data:g}, grad {self.grad:g})"

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), lambda out: (1.0, 1.0))

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), lambda out: (1.0, -1.0))

    def __mul__(self, other):
        other = wrap(other)
        return Value(self.data * other.data, (self, other), product_rule)

    def __truediv__(self, other):
        other = wrap(other)
        return Value(self.data / other.data, (self, other), quotient_rule)

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if n != 0 else 0.0
        return Value(x**n, (self,), lambda out: (slope,))

    def __neg__(self):
        return Value(-self.data, (self,), lambda out: (-1.0,))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return wrap(other) - self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), lambda out: (1.0 - out.data**2,))

    def exp(self):
        return Value(math.exp(self.data), (self,), lambda out: (out.data,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), lambda out: (float(out.data > 0),))

    def backward(self):
        below = nodes_below(self)
        for node in below:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0 if self._prev else self.grad + 1.0
        pass_on(self)
        for node in reversed(below):
            pass_on(node)


def wrap(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def product_rule(out):
    a, b = out._prev
    return b.data, a.data


def quotient_rule(out):
    b = out._prev[1].data
    return 1.0 / b, -out.data / b


def pass_on(node):
    if node._prev:
        for source, slope in zip(node._prev, node._backward(node)):
            source.grad += slope * node.grad


_plans = {}


def nodes_below(root):
    """All nodes under the root, inputs first."""
    if id(root) not in _plans:
        order = []
        build_topo(root, set(), order)
        _plans[id(root)] = order[:-1]
    return _plans[id(root)]


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((source, False) for source in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
