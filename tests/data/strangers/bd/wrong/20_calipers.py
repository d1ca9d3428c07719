"""The engine with a tape.

Every Value gets the next place when it is made, leaves included. The tape holds the rule of each
place, an idle one for a leaf. Places grow with time, so a node's place is always higher than
those of its inputs: backward() goes through them from the highest down.
"""

import itertools
import math

_places = itertools.count()
_tape = []


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._place = next(_places)
        if not _prev:
            _tape.append(_idle_rule)
        self._backward = self._play

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, place={self._place})"

    def _play(self):
        if self._prev:
            rule = _tape[self._place]
            rule(self.grad, self.data, *self._prev)

    def __add__(self, other):
        return _operate("+", (self, other), lambda x, y: x + y, _add_rule)

    def __radd__(self, other):
        return _operate("+", (other, self), lambda x, y: x + y, _add_rule)

    def __sub__(self, other):
        return _operate("-", (self, other), lambda x, y: x - y, _sub_rule)

    def __rsub__(self, other):
        return _operate("-", (other, self), lambda x, y: x - y, _sub_rule)

    def __mul__(self, other):
        return _operate("*", (self, other), lambda x, y: x * y, _mul_rule)

    def __rmul__(self, other):
        return _operate("*", (other, self), lambda x, y: x * y, _mul_rule)

    def __truediv__(self, other):
        return _operate("/", (self, other), lambda x, y: x / y, _div_rule)

    def __rtruediv__(self, other):
        return _operate("/", (other, self), lambda x, y: x / y, _div_rule)

    def __neg__(self):
        return self * -1.0

    def __pow__(self, n):
        def rule(g, y, a):
            if n != 0:
                a.grad += g * n * a.data ** (n - 1)

        return _operate("**", (self,), lambda x: x**n, rule)

    def tanh(self):
        return _operate("tanh", (self,), math.tanh, _tanh_rule)

    def exp(self):
        return _operate("exp", (self,), math.exp, _exp_rule)

    def relu(self):
        return _operate("relu", (self,), lambda x: max(x, 0.0), _relu_rule)

    def backward(self):
        nodes = _collect(self)
        nodes.sort(key=lambda node: node._place, reverse=True)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def _operate(op, operands, forward, rule):
    """The node of an operation, and its entry on the tape."""
    nodes = tuple(v if isinstance(v, Value) else Value(v) for v in operands)
    _tape.append(rule)
    data = forward(*[node.data for node in nodes])
    return Value(data, nodes, op)


# Rules: the gradient of the result, the result, then the inputs.


def _idle_rule(g, y, *inputs):
    pass


def _add_rule(g, y, a, b):
    a.grad += g
    b.grad += g


def _sub_rule(g, y, a, b):
    a.grad += g
    b.grad -= g


def _mul_rule(g, y, a, b):
    da, db = g * b.data, g * a.data
    a.grad += da
    b.grad += db


def _div_rule(g, y, a, b):
    a.grad += g / b.data
    b.grad -= g * y / b.data


def _tanh_rule(g, y, a):
    a.grad += g * (1.0 - y * y)


def _exp_rule(g, y, a):
    a.grad += g * y


def _relu_rule(g, y, a):
    if y > 0.0:
        a.grad += g


def _collect(root):
    found = {root}
    stack = [root]
    while stack:
        for node in stack.pop()._prev:
            if node not in found:
                found.add(node)
                stack.append(node)
    return list(found)


def build_topo(v, visited, topo):
    nodes = sorted(_collect(v), key=lambda node: node._place)
    visited.update(nodes)
    topo.extend(nodes)


def zero_grad(root):
    for node in _collect(root):
        node.grad = 0.0
