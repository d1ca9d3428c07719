"""Gradients are kept as lists of amounts and added up when somebody looks."""

import math


class Value:
    def __init__(self, data, _prev=(), shares=None):
        self.data = data
        self._amounts = []
        self._prev = _prev
        self._shares = shares

    @property
    def grad(self):
        if len(self._amounts) > 1:
            self._amounts[:] = [math.fsum(self._amounts)]
        return self._amounts[0] if self._amounts else 0.0

    @grad.setter
    def grad(self, amount):
        self._amounts[:] = [amount]

    def _backward(self):
        if self._shares:
            g = self.grad
            for node, share in zip(self._prev, self._shares(g)):
                node._amounts.append(share)

    def backward(self):
        topo = build_topo(self, set(), [])
        for node in topo:
            if node._shares:
                node._amounts.clear()
        self._amounts.append(1.0)
        for node in reversed(topo):
            node._backward()

    def zero_grad(self):
        for node in build_topo(self, set(), []):
            node._amounts.clear()

    def __add__(self, other):
        other = Value.take(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = Value.take(other)
        return Value(
            self.data * other.data,
            (self, other),
            lambda g: (other.data * g, self.data * g),
        )

    def __sub__(self, other):
        other = Value.take(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __truediv__(self, other):
        other = Value.take(other)
        return Value(
            self.data / other.data,
            (self, other),
            lambda g: (g / other.data, -(self.data / other.data) * g / other.data),
        )

    def __pow__(self, n):
        return Value(
            self.data**n, (self,), lambda g: [n * self.data ** (n - 1) * g if n else 0.0]
        )

    def __neg__(self):
        return Value(0.0 - self.data, (self,), lambda g: [-g])

    @staticmethod
    def take(x):
        return x if isinstance(x, Value) else Value(float(x))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), lambda g: [g * (1 - y**2)])

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), lambda g: [g * y])

    def relu(self):
        y = sorted((0.0, self.data))[1]
        return Value(y, (self,), lambda g: [g * bool(y > 0)])

    # In-place operators: a new node as well, said aloud.
    __iadd__, __isub__, __imul__, __itruediv__, __ipow__ = (
        __add__, __sub__, __mul__, __truediv__, __pow__,
    )


for _name in "add", "sub", "mul", "truediv":

    def _reflected(self, other, _forward=getattr(Value, f"__{_name}__")):
        return _forward(Value.take(other), self)

    setattr(Value, f"__r{_name}__", _reflected)


def build_topo(v, visited, topo):
    parents = [v]
    positions = [0]
    visited.add(v)
    while parents:
        position = positions[-1]
        positions[-1] += 1
        if position >= len(parents[-1]._prev):
            topo.append(parents.pop())
            positions.pop()
        elif (child := parents[-1]._prev[position]) not in visited:
            visited.add(child)
            parents.append(child)
            positions.append(0)
    return topo


def zero_grad(root):
    root.zero_grad()
