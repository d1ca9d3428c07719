"""The whole engine. An order that was found once stays valid (a graph never changes below
a node), so each root keeps the order of its graph for later calls."""

import math


class Value:
    def __init__(self, data, _prev=(), _pull=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._pull = _pull
        self._order = None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        if self._pull is not None:
            self._pull(self.grad)

    def __add__(self, other):
        other = to_value(other)

        def pull(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other), pull)

    def __mul__(self, other):
        other = to_value(other)
        mine, theirs = self.data, other.data

        def pull(g):
            self.grad += g * theirs
            other.grad += g * mine

        return Value(mine * theirs, (self, other), pull)

    def __truediv__(self, other):
        other = to_value(other)
        mine, theirs = self.data, other.data

        def pull(g):
            self.grad += g / theirs
            other.grad -= g * mine / theirs**2

        return Value(mine / theirs, (self, other), pull)

    def __pow__(self, n):
        base = self.data

        def pull(g):
            if n != 0:
                self.grad += g * n * base ** (n - 1)

        return Value(base**n, (self,), pull)

    def __neg__(self):
        def pull(g):
            self.grad -= g

        return Value(-self.data, (self,), pull)

    def __sub__(self, other):
        return self + -to_value(other)

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def pull(g):
            self.grad += g * (1.0 - t * t)

        return Value(t, (self,), pull)

    def exp(self):
        e = math.exp(self.data)

        def pull(g):
            self.grad += g * e

        return Value(e, (self,), pull)

    def relu(self):
        x = self.data

        def pull(g):
            if x > 0:
                self.grad += g

        return Value(x if x > 0 else 0.0, (self,), pull)

    def backward(self):
        if self._order is None:
            topo = []
            build_topo(self, set(), topo)
            self._order = tuple(topo)
        for node in self._order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(self._order):
            node._backward()


def to_value(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def build_topo(v, visited, topo):
    todo = [(v, "down")]
    while todo:
        node, way = todo.pop()
        if way == "up":
            topo.append(node)
        elif node in visited:
            continue
        elif node._order is not None:
            topo.extend(node._order)
            visited.update(node._order)
        else:
            visited.add(node)
            todo.append((node, "up"))
            for n in reversed(node._prev):
                todo.append((n, "down"))


def zero_grad(root):
    seen = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            todo += node._prev
