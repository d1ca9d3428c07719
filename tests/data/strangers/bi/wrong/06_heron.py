"""Walks leave a mark on the nodes, so that no set of visited nodes is needed."""

import math
import operator

_turn = 0


def next_turn():
    """A new mark for a new walk; 0 is the mark of a node that nobody has met."""
    global _turn
    _turn = _turn % 255 + 1
    return _turn


def walk(root):
    """The nodes below root, inputs first."""
    mark = next_turn()
    order = []
    stack = [(root, 0)]
    root._mark = mark
    while stack:
        node, at = stack.pop()
        if at < len(node._prev):
            stack.append((node, at + 1))
            below = node._prev[at]
            if below._mark != mark:
                below._mark = mark
                stack.append((below, 0))
        else:
            order.append(node)
    return order


SLOPES = {
    "add": lambda out, a, b: (1.0, 1.0),
    "sub": lambda out, a, b: (1.0, -1.0),
    "mul": lambda out, a, b: (b, a),
    "div": lambda out, a, b: (1.0 / b, -out / b),
    "neg": lambda out, a: (-1.0,),
    "tanh": lambda out, a: (1.0 - out * out,),
    "exp": lambda out, a: (out,),
    "relu": lambda out, a: (1.0 if out > 0 else 0.0,),
}


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_mark")

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None
        self._mark = 0

    def _result(self, data, inputs, slopes):
        out = Value(data)
        out._prev = inputs

        def rule():
            for node, slope in zip(inputs, slopes(out.data, *(i.data for i in inputs))):
                node.grad += slope * out.grad

        out._backward = rule
        return out

    def _two(self, other, how, name, turned=False):
        if not isinstance(other, Value):
            other = Value(float(other))
        pair = (other, self) if turned else (self, other)
        return self._result(how(pair[0].data, pair[1].data), pair, SLOPES[name])

    def __add__(self, other):
        return self._two(other, operator.add, "add")

    def __radd__(self, other):
        return self._two(other, operator.add, "add", True)

    def __sub__(self, other):
        return self._two(other, operator.sub, "sub")

    def __rsub__(self, other):
        return self._two(other, operator.sub, "sub", True)

    def __mul__(self, other):
        return self._two(other, operator.mul, "mul")

    def __rmul__(self, other):
        return self._two(other, operator.mul, "mul", True)

    def __truediv__(self, other):
        return self._two(other, operator.truediv, "div")

    def __rtruediv__(self, other):
        return self._two(other, operator.truediv, "div", True)

    def __neg__(self):
        return self._result(-self.data, (self,), SLOPES["neg"])

    def __pow__(self, n):
        def slopes(out, a):
            return (n * a ** (n - 1) if n != 0 else 0.0,)

        return self._result(self.data**n, (self,), slopes)

    def tanh(self):
        return self._result(math.tanh(self.data), (self,), SLOPES["tanh"])

    def exp(self):
        return self._result(math.exp(self.data), (self,), SLOPES["exp"])

    def relu(self):
        return self._result(max(0.0, self.data), (self,), SLOPES["relu"])

    def backward(self):
        order = walk(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward:
                node._backward()


def build_topo(v, visited, topo):
    topo += walk(v)


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0
