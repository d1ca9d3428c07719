"""Exercise 13.

Instead of a set, backward() and zero_grad() leave a mark (a number) on the nodes they have
been at. build_topo() uses the set it is given.
"""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_mark")

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = nothing
        self._mark = 0

    def __add__(self, other):
        other = value(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return self._new(self.data + other.data, rule, other)

    def __sub__(self, other):
        other = value(other)

        def rule(g):
            self.grad += g
            other.grad -= g

        return self._new(self.data - other.data, rule, other)

    def __mul__(self, other):
        other = value(other)
        x, y = self.data, other.data

        def rule(g):
            self.grad += g * y
            other.grad += g * x

        return self._new(x * y, rule, other)

    def __truediv__(self, other):
        other = value(other)
        x, y = self.data, other.data

        def rule(g):
            self.grad += g / y
            other.grad -= g * x / y / y

        return self._new(x / y, rule, other)

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._function(self.data**n, slope)

    def __neg__(self):
        return self._function(-self.data, -1.0)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return value(other) - self

    def __rtruediv__(self, other):
        return value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._function(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e)

    def relu(self):
        if self.data > 0:
            return self._function(self.data, 1.0)
        return self._function(0.0, 0.0)

    def _function(self, data, slope):
        def rule(g):
            self.grad += g * slope

        return self._new(data, rule)

    def _new(self, data, rule, *others):
        out = Value(data, (self, *others))
        out._backward = rule
        return out

    def _order(self):
        """Every node below this one, inputs first."""
        mark = self._mark + 1
        order = []
        self._mark = mark
        path = [(self, iter(self._prev))]
        while path:
            node, inputs = path[-1]
            for child in inputs:
                if child._mark != mark:
                    child._mark = mark
                    path.append((child, iter(child._prev)))
                    break
            else:
                path.pop()
                order.append(node)
        return order

    def backward(self):
        order = self._order()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward(node.grad)


def nothing(g):
    pass


def value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    for node in v._order():
        if node not in visited:
            visited.add(node)
            topo.append(node)


def zero_grad(root):
    for node in root._order():
        node.grad = 0.0
