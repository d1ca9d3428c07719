"""An engine with a table of rules: the node knows the name of its operator, the table the rest."""

import math


def sech_squared(x):
    if abs(x) > 700.0:
        return 0.0
    return 1.0 / math.cosh(x) ** 2


def power_slope(x, n):
    return 0.0 if n == 0 else n * x ** (n - 1)


# name: (value, slopes); both get the numbers of the inputs and the constant of the node
TABLE = {
    "+": (lambda a, b: a + b, lambda a, b: (1.0, 1.0)),
    "-": (lambda a, b: a - b, lambda a, b: (1.0, -1.0)),
    "*": (lambda a, b: a * b, lambda a, b: (b, a)),
    "/": (lambda a, b: a / b, lambda a, b: (1.0 / b, -a / b / b)),
    "neg": (lambda a: -a, lambda a: (-1.0,)),
    "tanh": (math.tanh, lambda a: (sech_squared(a),)),
    "exp": (math.exp, lambda a: (math.exp(a),)),
    "relu": (lambda a: a if a > 0 else 0.0, lambda a: (1.0 if a > 0 else 0.0,)),
}


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = lambda: ()

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes()):
            node.grad += slope * self.grad

    def _apply(self, op, *others):
        inputs = (self,) + tuple(o if isinstance(o, Value) else Value(o) for o in others)
        value, slopes = TABLE[op]
        numbers = [node.data for node in inputs]
        out = Value(value(*numbers), inputs, op)
        out._slopes = lambda: slopes(*numbers)
        return out

    def __add__(self, o):
        return self._apply("+", o)

    def __sub__(self, o):
        return self._apply("-", o)

    def __mul__(self, o):
        return self._apply("*", o)

    def __truediv__(self, o):
        return self._apply("/", o)

    def __radd__(self, o):
        return self._apply("+", o)

    def __rmul__(self, o):
        return self._apply("*", o)

    def __rsub__(self, o):
        return Value(o)._apply("-", self)

    def __rtruediv__(self, o):
        return Value(o)._apply("/", self)

    def __neg__(self):
        return self._apply("neg")

    def __pow__(self, n):
        x = self.data
        out = Value(x**n, (self,), "**")
        out._slopes = lambda: (power_slope(x, n),)
        return out

    def tanh(self):
        return self._apply("tanh")

    def exp(self):
        return self._apply("exp")

    def relu(self):
        return self._apply("relu")

    def backward(self):
        order = list(consumers_first(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def consumers_first(root):
    """Yield the nodes below root, each when its last consumer is through."""
    waiting = {root: 0}
    stack = [root]
    while stack:
        for i in stack.pop()._prev:
            if i in waiting:
                waiting[i] += 1
            else:
                waiting[i] = 1
                stack.append(i)
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for i in node._prev:
            waiting[i] -= 1
            if waiting[i] == 0:
                ready.append(i)


def build_topo(v, visited, topo):
    order = list(consumers_first(v))
    visited.update(order)
    topo.extend(reversed(order))


def zero_grad(root):
    for node in list(consumers_first(root)):
        node.grad = 0.0
