"""Two calls on one root need the order only once: it is kept in a small memory."""

import math

_orders = {}


def order_of(root):
    """The order of the nodes below `root`, without `root`."""
    key = id(root), root.data
    if key not in _orders:
        topo = []
        build_topo(root, set(), topo)
        if len(_orders) > 500:
            _orders.clear()
        _orders[key] = topo[:-1]
    return _orders[key]


class Op:
    def __init__(self, name, number, slopes):
        self.name, self.number, self.slopes = name, number, slopes

    def __call__(self, *inputs):
        inputs = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
        numbers = [x.data for x in inputs]
        out = Value(self.number(*numbers), inputs, self.name)
        out._backward = self.slopes(out.data, *numbers)
        return out


ADD = Op("+", lambda a, b: a + b, lambda o, a, b: (1.0, 1.0))
SUB = Op("-", lambda a, b: a - b, lambda o, a, b: (1.0, -1.0))
MUL = Op("*", lambda a, b: a * b, lambda o, a, b: (b, a))
DIV = Op("/", lambda a, b: a / b, lambda o, a, b: (1.0 / b, -o / b))
NEG = Op("neg", lambda a: -a, lambda o, a: (-1.0,))
TANH = Op("tanh", math.tanh, lambda o, a: (1.0 - o * o,))
EXP = Op("exp", math.exp, lambda o, a: (o,))
RELU = Op("relu", lambda a: a if a > 0 else 0.0, lambda o, a: (float(a > 0),))


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = ()

    def __add__(self, other):
        return ADD(self, other)

    def __radd__(self, other):
        return ADD(other, self)

    def __sub__(self, other):
        return SUB(self, other)

    def __rsub__(self, other):
        return SUB(other, self)

    def __mul__(self, other):
        return MUL(self, other)

    def __rmul__(self, other):
        return MUL(other, self)

    def __truediv__(self, other):
        return DIV(self, other)

    def __rtruediv__(self, other):
        return DIV(other, self)

    def __neg__(self):
        return NEG(self)

    def __pow__(self, n):
        power = Op("**", lambda a: a**n, lambda o, a: (n * a ** (n - 1) if n else 0.0,))
        return power(self)

    def tanh(self):
        return TANH(self)

    def exp(self):
        return EXP(self)

    def relu(self):
        return RELU(self)

    def backward(self):
        below = order_of(self)
        for node in below:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0 if self._prev else self.grad + 1.0
        for node in (self, *reversed(below)):
            for p, slope in zip(node._prev, node._backward):
                p.grad += slope * node.grad


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, list(v._prev))]
    while stack:
        node, rest = stack[-1]
        if rest:
            p = rest.pop()
            if p not in visited:
                visited.add(p)
                stack.append((p, list(p._prev)))
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    root.grad = 0.0
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
