"""Engine by levels.

Every node knows its level: leaves are at 0, a result is above its inputs. The nodes of a graph,
sorted by level, are in a right order, so that no depth-first search is needed.
"""

import math
from operator import attrgetter


def _nothing():
    pass


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._level = _prev[0]._level + 1 if _prev else 0
        self._backward = _nothing

    def __repr__(self):
        return f"<{self._op or 'leaf'} {self.data:g} at level {self._level}>"

    # plus, times and their relatives

    def __add__(self, other):
        return _result("+", self, other)

    def __radd__(self, other):
        return _result("+", self, other)

    def __sub__(self, other):
        return _result("-", self, other)

    def __rsub__(self, other):
        return _result("-", other, self)

    def __mul__(self, other):
        return _result("*", self, other)

    def __rmul__(self, other):
        return _result("*", self, other)

    def __truediv__(self, other):
        return _result("/", self, other)

    def __rtruediv__(self, other):
        return _result("/", other, self)

    def __neg__(self):
        return _result("neg", self)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "pow")
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        out._backward = lambda: _give(self, slope * out.grad)
        return out

    # functions

    def tanh(self):
        return _result("tanh", self)

    def exp(self):
        return _result("exp", self)

    def relu(self):
        return _result("relu", self)

    # the backward pass

    def backward(self):
        nodes = _sorted_nodes(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        _give(self, 1.0)
        for node in nodes[::-1]:
            node._backward()


def _give(node, amount):
    node.grad += amount


# For each operation: its value, and one slope for each operand (from the operands and the result).
_TABLE = {
    "+": (lambda x, y: x + y, lambda x, y, out: (1.0, 1.0)),
    "-": (lambda x, y: x - y, lambda x, y, out: (1.0, -1.0)),
    "*": (lambda x, y: x * y, lambda x, y, out: (y, x)),
    "/": (lambda x, y: x / y, lambda x, y, out: (1.0 / y, -out / y)),
    "neg": (lambda x: -x, lambda x, out: (-1.0,)),
    "tanh": (math.tanh, lambda x, out: (1.0 - out * out,)),
    "exp": (math.exp, lambda x, out: (out,)),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, out: (1.0 if x > 0 else 0.0,)),
}


def _result(op, *operands):
    value, slopes = _TABLE[op]
    nodes = tuple(v if isinstance(v, Value) else Value(v) for v in operands)
    numbers = [node.data for node in nodes]
    out = Value(value(*numbers), nodes, op)

    def rule():
        for node, slope in zip(nodes, slopes(*numbers, out.data)):
            _give(node, slope * out.grad)

    out._backward = rule
    return out


def _sorted_nodes(root):
    """All nodes that can be reached from root, the low levels first."""
    met = {root}
    todo = [root]
    while todo:
        for node in todo.pop()._prev:
            if node not in met:
                met.add(node)
                todo.append(node)
    return sorted(met, key=attrgetter("_level"))


def build_topo(v, visited, topo):
    for node in _sorted_nodes(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in _sorted_nodes(root):
        node.grad = 0.0
