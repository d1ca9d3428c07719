"""Engine with one table: symbol -> (value, slopes)."""
import math


def _pow_slope(x, n):
    return 0.0 if n == 0 else n * x ** (n - 1)


BINARY = {
    "+": (lambda l, r: l + r, lambda l, r: (1.0, 1.0)),
    "-": (lambda l, r: l - r, lambda l, r: (1.0, -1.0)),
    "*": (lambda l, r: l * r, lambda l, r: (r, l)),
    "/": (lambda l, r: l / r, lambda l, r: (1.0 / r, -l / (r * r))),
}

UNARY = {
    "neg": (lambda x: -x, lambda x, y: -1.0),
    "tanh": (math.tanh, lambda x, y: 1.0 - y * y),
    "exp": (math.exp, lambda x, y: y),
    "relu": (lambda x: max(x, 0.0), lambda x, y: 1.0 if x > 0 else 0.0),
}


def _combine(symbol, mine, other, flipped=False):
    if not isinstance(other, Value):
        other = Value(other)
    left, right = (other, mine) if flipped else (mine, other)
    value, slopes = BINARY[symbol]
    out = Value(value(left.data, right.data))
    out._prev = (mine, other)

    def rule():
        for node, slope in zip(out._prev, slopes(left.data, right.data)):
            node.grad += slope * out.grad

    out._backward = rule
    return out


def _apply(name, x):
    value, slope = UNARY[name]
    out = Value(value(x.data))
    out._prev = (x,)

    def rule():
        x.grad += slope(x.data, out.data) * out.grad

    out._backward = rule
    return out


def _nothing():
    pass


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = _nothing

    def __add__(self, o): return _combine("+", self, o)
    def __sub__(self, o): return _combine("-", self, o)
    def __mul__(self, o): return _combine("*", self, o)
    def __truediv__(self, o): return _combine("/", self, o)

    def __radd__(self, o): return _combine("+", self, o, flipped=True)
    def __rsub__(self, o): return _combine("-", self, o, flipped=True)
    def __rmul__(self, o): return _combine("*", self, o, flipped=True)
    def __rtruediv__(self, o): return _combine("/", self, o, flipped=True)

    def __neg__(self): return _apply("neg", self)
    def tanh(self): return _apply("tanh", self)
    def exp(self): return _apply("exp", self)
    def relu(self): return _apply("relu", self)

    def __pow__(self, n):
        out = Value(self.data ** n)
        out._prev = (self,)

        def rule():
            self.grad += _pow_slope(self.data, n) * out.grad

        out._backward = rule
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
