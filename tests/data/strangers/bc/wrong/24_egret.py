"""Numbers are worked out when somebody asks for them, and kept from then on."""

import math


class Value:
    def __init__(self, data=None, _prev=(), _op="", _formula=None, _backward=None):
        self._number = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._formula = _formula
        self._backward = _backward

    @property
    def data(self):
        if self._number is None:
            evaluate(self)
        return self._number

    @data.setter
    def data(self, number):
        self._number = number

    def _lazy(self, op, inputs, formula, slopes):
        def rule(out):
            for i, slope in zip(inputs, slopes(out, *inputs)):
                i.grad += slope * out.grad

        return Value(None, inputs, op, formula, rule)

    def _pair(self, op, other, formula, slopes):
        other = other if isinstance(other, Value) else Value(other)
        return self._lazy(op, (self, other), formula, slopes)

    def __add__(self, other):
        return self._pair("+", other, lambda x, y: x + y, lambda out, x, y: (1.0, 1.0))

    def __sub__(self, other):
        return self._pair("-", other, lambda x, y: x - y, lambda out, x, y: (1.0, -1.0))

    def __mul__(self, other):
        return self._pair("*", other, lambda x, y: x * y, lambda out, x, y: (y.data, x.data))

    def __truediv__(self, other):
        return self._pair(
            "/",
            other,
            lambda x, y: x / y,
            lambda out, x, y: (1.0 / y.data, -out.data / y.data),
        )

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return self._lazy("neg", (self,), lambda x: -x, lambda out, x: (-1.0,))

    def __pow__(self, n):
        def slopes(out, x):
            return (n * x.data ** (n - 1) if n else 0.0,)

        return self._lazy("**", (self,), lambda x: x**n, slopes)

    def tanh(self):
        return self._lazy("tanh", (self,), math.tanh, lambda out, x: (1.0 - out.data**2,))

    def exp(self):
        return self._lazy("exp", (self,), math.exp, lambda out, x: (out.data,))

    def relu(self):
        return self._lazy(
            "relu",
            (self,),
            lambda x: x if x > 0 else 0.0,
            lambda out, x: (1.0 if x.data > 0 else 0.0,),
        )

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._prev:
                node._backward(node)


def evaluate(root):
    """Work out root and whatever is still open below it, without going deeper in calls."""
    stack = [root]
    while stack:
        node = stack[-1]
        if node._number is not None:
            stack.pop()
            continue
        still_open = [i for i in node._prev if i._number is None]
        if still_open:
            stack.extend(still_open)
        else:
            node._number = node._formula(*(i._number for i in node._prev))


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
