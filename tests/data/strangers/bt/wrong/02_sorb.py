"""Scalar autograd. Slots, one factory for results, and the order of a root is kept."""

import copy
import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_order")

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None
        self._order = None

    def _derive(self, data, inputs, rule):
        """A result: `rule` gives one slope for each of `inputs`."""
        node = copy.copy(self)
        node.data = data
        node.grad = 0.0
        node._prev = inputs
        node._backward = rule
        return node

    @staticmethod
    def _lift(x):
        if isinstance(x, Value):
            return x
        return Value(float(x))

    def __add__(self, other):
        other = self._lift(other)
        return self._derive(self.data + other.data, (self, other), _one_one)

    __radd__ = __add__

    def __sub__(self, other):
        other = self._lift(other)
        return self._derive(self.data - other.data, (self, other), _one_minus)

    def __rsub__(self, other):
        return self._lift(other).__sub__(self)

    def __neg__(self):
        return self._derive(-self.data, (self,), _minus)

    def __mul__(self, other):
        other = self._lift(other)
        return self._derive(self.data * other.data, (self, other), _crosswise)

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = self._lift(other)
        return self._derive(self.data / other.data, (self, other), _quotient)

    def __rtruediv__(self, other):
        return self._lift(other).__truediv__(self)

    def __pow__(self, n):
        def rule(out, a):
            return (n * a.data ** (n - 1) if n else 0.0,)

        return self._derive(self.data**n, (self,), rule)

    def tanh(self):
        return self._derive(math.tanh(self.data), (self,), _one_less_square)

    def exp(self):
        return self._derive(math.exp(self.data), (self,), _itself)

    def relu(self):
        return self._derive(max(self.data, 0.0), (self,), _step)

    def _sorted(self):
        """The nodes below this one, inputs first. The graph never changes, so once is enough."""
        if self._order is None:
            order = []
            build_topo(self, set(), order)
            self._order = order
        return self._order

    def backward(self):
        order = self._sorted()
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        if self._backward is None:
            self.grad += 1.0
        else:
            self.grad = 1.0
        for node in reversed(order):
            if node._backward is None:
                continue
            for inp, slope in zip(node._prev, node._backward(node, *node._prev)):
                inp.grad += slope * node.grad


def _one_one(out, a, b):
    return 1.0, 1.0


def _one_minus(out, a, b):
    return 1.0, -1.0


def _minus(out, a):
    return (-1.0,)


def _crosswise(out, a, b):
    return b.data, a.data


def _quotient(out, a, b):
    return 1.0 / b.data, -a.data / b.data**2


def _one_less_square(out, a):
    return (1.0 - out.data**2,)


def _itself(out, a):
    return (out.data,)


def _step(out, a):
    return (1.0 if a.data > 0 else 0.0,)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
