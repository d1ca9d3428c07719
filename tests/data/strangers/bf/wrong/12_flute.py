"""Every expression is computed once: a second a*b finds the node of the first."""

import math

FORWARD = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "neg": lambda a: -a,
    "tanh": math.tanh,
    "exp": math.exp,
    "relu": lambda a: a if a > 0 else 0.0,
}

SLOPES = {
    "+": lambda out, a, b: (1.0, 1.0),
    "-": lambda out, a, b: (1.0, -1.0),
    "*": lambda out, a, b: (b, a),
    "/": lambda out, a, b: (1.0 / b, -out / b),
    "neg": lambda out, a: (-1.0,),
    "tanh": lambda out, a: (1.0 - out * out,),
    "exp": lambda out, a: (out,),
    "relu": lambda out, a: (1.0 if a > 0 else 0.0,),
}

_known = {}


def operation(op, *inputs):
    """The node for this operation on these inputs."""
    inputs = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
    key = (op, *inputs)
    if key not in _known:
        _known[key] = Value(FORWARD[op](*[x.data for x in inputs]), inputs, op)
    return _known[key]


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._exponent = None

    def __repr__(self):
        return f"Value({self.data}{self._op and ' ' + self._op}, grad={self.grad})"

    def __add__(self, other):
        return operation("+", self, other)

    def __radd__(self, other):
        return operation("+", other, self)

    def __sub__(self, other):
        return operation("-", self, other)

    def __rsub__(self, other):
        return operation("-", other, self)

    def __mul__(self, other):
        return operation("*", self, other)

    def __rmul__(self, other):
        return operation("*", other, self)

    def __truediv__(self, other):
        return operation("/", self, other)

    def __rtruediv__(self, other):
        return operation("/", other, self)

    def __neg__(self):
        return operation("neg", self)

    def tanh(self):
        return operation("tanh", self)

    def exp(self):
        return operation("exp", self)

    def relu(self):
        return operation("relu", self)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        out._exponent = n
        return out

    def _backward(self):
        if self._op == "":
            return
        if self._op == "**":
            (x,), n = self._prev, self._exponent
            x.grad += n * x.data ** (n - 1) * self.grad if n else 0.0
            return
        slopes = SLOPES[self._op](self.data, *[x.data for x in self._prev])
        for x, slope in zip(self._prev, slopes):
            x.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        x = next(inputs, None)
        if x is None:
            topo.append(node)
            stack.pop()
        elif x not in visited:
            visited.add(x)
            stack.append((x, iter(x._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
