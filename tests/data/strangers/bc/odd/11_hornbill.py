"""Gradients come by mail: shares lie in a box until somebody reads the sum."""

import math


class Box(list):
    """Shares of a gradient. What is read is summed up first, as exactly as a float allows."""

    def total(self):
        if len(self) != 1:
            try:
                sum_ = math.fsum(self)
            except (OverflowError, ValueError):
                sum_ = sum(self, 0.0)
            self[:] = (sum_,)
        return self[0]

    def replace(self, number):
        self[:] = (number,)


class Postal:
    """Everything about gradients."""

    def _set_up(self):
        self._box = Box((0.0,))

    @property
    def grad(self):
        return self._box.total()

    @grad.setter
    def grad(self, number):
        self._box.replace(number)

    def backward(self):
        route = []
        build_topo(self, set(), route)
        for node in route:
            if node._prev:
                node._box.clear()
        self._box.append(1.0)
        for node in reversed(route):
            node._backward()


class Value(Postal):
    def __init__(self, data, _prev=(), _op="", _letters=()):
        self.data = data
        self._prev = _prev
        self._op = _op
        self._letters = _letters
        self._set_up()

    def _backward(self):
        if self._letters:
            g = self.grad
            for box, letter in self._letters:
                box.append(letter(g))

    def _join(self, other, op, y, mine, theirs):
        return Value(y, (self, other), op, ((self._box, mine), (other._box, theirs)))

    def _from(self, op, y, slope):
        return Value(y, (self,), op, ((self._box, slope.__mul__),))

    def __add__(self, other):
        other = stamped(other)
        return self._join(other, "+", self.data + other.data, float, float)

    def __sub__(self, other):
        other = stamped(other)
        return self._join(other, "-", self.data - other.data, float, float.__neg__)

    def __mul__(self, other):
        other = stamped(other)
        x, y = float(self.data), float(other.data)
        return self._join(other, "*", x * y, y.__mul__, x.__mul__)

    def __truediv__(self, other):
        other = stamped(other)
        y = float(other.data)
        ratio = self.data / y
        return self._join(other, "/", ratio, y.__rtruediv__, (-ratio / y).__mul__)

    def __pow__(self, n):
        x = float(self.data)
        return self._from("**", x**n, float(n * x ** (n - 1)) if n else 0.0)

    def __neg__(self):
        return self._from("neg", -self.data, -1.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._from("tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._from("exp", e, e)

    def relu(self):
        x = self.data
        return self._from("relu", x, 1.0) if x > 0 else self._from("relu", 0.0, 0.0)

    def __radd__(self, other):
        return stamped(other) + self

    def __rsub__(self, other):
        return stamped(other) - self

    def __rmul__(self, other):
        return stamped(other) * self

    def __rtruediv__(self, other):
        return stamped(other) / self


def stamped(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    # Doors: a node is appended when its last open input has been closed.
    opened = {v}
    stack = [(v, 0)]
    while stack:
        node, door = stack.pop()
        while door < len(node._prev) and node._prev[door] in opened:
            door += 1
        if door == len(node._prev):
            topo.append(node)
            visited.add(node)
        else:
            opened.add(node._prev[door])
            stack.append((node, door + 1))
            stack.append((node._prev[door], 0))


def zero_grad(root):
    route = []
    build_topo(root, set(), route)
    for node in route:
        node.grad = 0.0
