"""Nothing is made before it is needed: neither the rule of a node nor the order of its
graph. Both are cached properties, and both stay right, as a node never gets other inputs."""

import math
from functools import cached_property, singledispatchmethod

RULES = {
    "+": lambda x, y, out: (1.0, 1.0),
    "*": lambda x, y, out: (y, x),
    "/": lambda x, y, out: (1.0 / y, -out / y),
    "-": lambda x, out: (-1.0,),
    "tanh": lambda x, out: (1.0 - out * out,),
    "exp": lambda x, out: (out,),
    "relu": lambda x, out: (1.0 if out > 0 else 0.0,),
}


class Value:
    call = 0  # the number of the latest backward()

    def __init__(self, data, op=None, *inputs):
        self.data = data
        self._note = (op, inputs, [node.data for node in inputs], data)
        self._gradient = 0.0
        self._call = 0

    @property
    def _prev(self):
        return self._note[1]

    @property
    def grad(self):
        return self._gradient

    @grad.setter
    def grad(self, number):
        self._gradient = number

    @cached_property
    def _backward(self):
        op, inputs, numbers, result = self._note
        if op is None:
            return lambda gradient: None
        rule = op if callable(op) else RULES[op]
        slopes = rule(*numbers, result)

        def _backward(gradient):
            for node, slope in zip(inputs, slopes):
                node._take(slope * gradient)

        return _backward

    @cached_property
    def _order(self):
        """All nodes of this graph, inputs first; the orders of earlier roots are used."""
        order = {}
        todo = [iter([self])]
        owners = [None]
        entered = set()
        while todo:
            node = next(todo[-1], None)
            if node is None:
                todo.pop()
                done = owners.pop()
                if done is not None:
                    order[done] = True
            elif node not in entered and node not in order:
                known = vars(node).get("_order") if node is not self else None
                if known:
                    order.update(dict.fromkeys(known, True))
                else:
                    entered.add(node)
                    todo.append(iter(node._prev))
                    owners.append(node)
        return tuple(order)

    def _take(self, amount):
        """Leaves add. An inner node starts again with the first amount of each call."""
        if self._prev and self._call != Value.call:
            self._call = Value.call
            self._gradient = 0.0
        self._gradient += amount

    def backward(self):
        Value.call += 1
        order = self._order
        self._take(1.0)
        for node in reversed(order):
            node._backward(node._gradient)

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    @singledispatchmethod
    @classmethod
    def of(cls, x):
        return x

    @of.register(int)
    @of.register(float)
    @classmethod
    def _(cls, x):
        return cls(float(x))

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, "+", self, other)

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, "*", self, other)

    def __truediv__(self, other):
        other = Value.of(other)
        return Value(self.data / other.data, "/", self, other)

    def __neg__(self):
        return Value(-self.data, "-", self)

    def __sub__(self, other):
        return self + -Value.of(other)

    def __pow__(self, n):
        def rule(x, out):
            return (n * x ** (n - 1) if n else 0.0,)

        return Value(self.data**n, rule, self)

    def __radd__(self, other):
        return Value.of(other) + self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", self)

    def exp(self):
        return Value(math.exp(self.data), "exp", self)

    def relu(self):
        return Value(max(0.0, self.data), "relu", self)


def build_topo(v, visited, topo):
    topo.extend(v._order)


def zero_grad(root):
    for node in root._order:
        node.grad = 0.0
