"""Exercise 13: the engine. Nodes are numbered as they are born.

An input is always older than its consumer. So an order needs no search of its own: the nodes
that can be reached, sorted by age, have their inputs first.
"""

import functools
import itertools
import math

_births = itertools.count()


class Value:
    """One number, its gradient, and how it was made."""

    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "_born")

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = int  # any function that needs no arguments and does nothing
        self._born = next(_births)

    def __repr__(self):
        return f"<{self._op or 'leaf'} {self.data!r}, grad {self.grad!r}>"

    def backward(self):
        order = sorted(_reach(self), key=lambda node: -node._born)
        for node in filter(lambda node: node._prev, order):
            node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()

    def __neg__(self):
        return _node("neg", -self.data, (self, lambda: -1.0))

    def __pow__(self, n):
        if isinstance(n, Value):
            return NotImplemented
        x = self.data

        def slope():
            return n * _power(x, n - 1) if n else 0.0

        return _node("pow", _power(x, n), (self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return _node("tanh", t, (self, lambda: (1.0 - t) * (1.0 + t)))

    def exp(self):
        e = math.exp(self.data)
        return _node("exp", e, (self, lambda: e))

    def relu(self):
        x = self.data
        return _node("relu", x if x > 0.0 else 0.0, (self, lambda: float(x > 0.0)))


def _power(x, n):
    """x**n, and infinity where that is too large for a float."""
    try:
        return x**n
    except OverflowError:
        return -math.inf if x < 0 and n % 2 else math.inf


def _node(op, number, *roads):
    """A result. A road is an input together with a function that gives its slope."""
    out = Value(number, [goal for goal, _ in roads], op)

    def pass_on():
        gradient = out.grad
        for goal, slope in roads:
            goal.grad += slope() * gradient

    out._backward = pass_on
    return out


def _operator(name):
    """Decorator: from a function of two nodes make the operator and the reflected one."""

    def decorate(function):
        @functools.wraps(function)
        def forwards(self, other):
            other = _lift(other)
            return other if other is NotImplemented else function(self, other)

        @functools.wraps(function)
        def mirrored(self, other):
            other = _lift(other)
            return other if other is NotImplemented else function(other, self)

        setattr(Value, f"__{name}__", forwards)
        setattr(Value, f"__r{name}__", mirrored)
        return function

    return decorate


def _lift(thing):
    """A node, or a number as a leaf of its own, or NotImplemented for anything else."""
    if isinstance(thing, Value):
        return thing
    try:
        return Value(thing + 0.0)
    except (TypeError, ValueError):
        return NotImplemented


@_operator("add")
def _add(a, b):
    return _node("add", a.data + b.data, (a, lambda: 1.0), (b, lambda: 1.0))


@_operator("sub")
def _sub(a, b):
    return _node("sub", a.data - b.data, (a, lambda: 1.0), (b, lambda: -1.0))


@_operator("mul")
def _mul(a, b):
    x, y = a.data, b.data
    return _node("mul", x * y, (a, lambda: y), (b, lambda: x))


@_operator("truediv")
def _truediv(a, b):
    x, y = a.data, b.data
    return _node("div", x / y, (a, lambda: 1.0 / y), (b, lambda: -x / y / y))


def _reach(root):
    """The set of all nodes that lead to this one, and itself."""
    reached, fresh = set(), {root}
    while fresh:
        reached |= fresh
        fresh = {below for node in fresh for below in node._prev if below not in reached}
    return reached


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    nodes = _reach(v)
    visited |= nodes
    topo += sorted(nodes, key=lambda node: node._born)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in _reach(root):
        node.grad = 0.0
