"""A node IS a float: it can be formatted and handed to math as any number can.

But two equal floats are equal, and two nodes are not; so == and hash come from object. And as a
float cannot change, `data` is an attribute of its own: a training loop may set it.
"""

import math


class Value(float):
    __slots__ = ("_number", "grad", "_prev", "_rule")

    def __new__(cls, data, _prev=(), _rule=None):
        self = super().__new__(cls, data)
        self._number = None
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule
        return self

    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__

    @property
    def data(self):
        return float.__pos__(self) if self._number is None else self._number

    @data.setter
    def data(self, number):
        self._number = float(number)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __bool__(self):
        return self.data != 0.0

    def _backward(self):
        if self._rule is not None:
            self._rule(self.grad)

    def __add__(self, other, swap=False):
        a, b = pair(self, other, swap)

        def rule(g):
            a.grad += g
            b.grad += g

        return Value(a.data + b.data, (a, b), rule)

    def __sub__(self, other, swap=False):
        a, b = pair(self, other, swap)

        def rule(g):
            a.grad += g
            b.grad -= g

        return Value(a.data - b.data, (a, b), rule)

    def __mul__(self, other, swap=False):
        a, b = pair(self, other, swap)
        x, y = a.data, b.data

        def rule(g):
            a.grad += g * y
            b.grad += g * x

        return Value(x * y, (a, b), rule)

    def __truediv__(self, other, swap=False):
        a, b = pair(self, other, swap)
        x, y = a.data, b.data

        def rule(g):
            a.grad += g / y
            b.grad -= g * (x / y) / y

        return Value(x / y, (a, b), rule)

    def __radd__(self, other):
        return self.__add__(other, True)

    def __rsub__(self, other):
        return self.__sub__(other, True)

    def __rmul__(self, other):
        return self.__mul__(other, True)

    def __rtruediv__(self, other):
        return self.__truediv__(other, True)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Value(-self.data, (self,), rule)

    def __pow__(self, n):
        x = self.data

        def rule(g):
            if n != 0:
                self.grad += g * n * power(x, n - 1)

        return Value(power(x, n), (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1.0 - t * t)

        return Value(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, (self,), rule)

    def relu(self):
        on = self.data > 0.0

        def rule(g):
            if on:
                self.grad += g

        return Value(self.data if on else 0.0, (self,), rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if len(node._prev):
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def pair(me, other, swap):
    if not isinstance(other, Value):
        other = Value(other)
    return (other, me) if swap else (me, other)


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    visited.add(v)
    stack = [(v, 0)]
    while stack:
        node, k = stack.pop()
        if k < len(node._prev):
            stack.append((node, k + 1))
            child = node._prev[k]
            if child not in visited:
                visited.add(child)
                stack.append((child, 0))
        else:
            topo.append(node)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
