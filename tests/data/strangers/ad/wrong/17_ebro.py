"""a + a is one input with slope 2."""

import math


class Visit:
    def __init__(self, root):
        self.root = root

    def __iter__(self):
        entered, stack = set(), [(self.root, True)]
        while stack:
            node, first = stack.pop()
            if not first:
                yield node
            elif node not in entered:
                entered.add(node)
                stack.append((node, False))
                for source in node._share:
                    stack.append((source, True))


class Value:
    def __init__(self, data, **share):
        self.data = data
        self.grad = 0.0
        self._share = {}
        self._side = False

    @property
    def _prev(self):
        return set(self._share)

    def _gets(self, node, slope):
        if isinstance(node, Value):
            self._share[node] = self._share.get(node, 0.0) + slope
        return self

    def _backward(self):
        for node, slope in self._share.items():
            node.grad += slope * self.grad

    def __add__(self, other):
        return Value(self.data + plain(other))._gets(self, 1.0)._gets(other, 1.0)

    def __sub__(self, other):
        return Value(self.data - plain(other))._gets(self, 1.0)._gets(other, -1.0)

    def __rsub__(self, other):
        return Value(plain(other) - self.data)._gets(self, -1.0)

    def __mul__(self, other):
        x, y = self.data, plain(other)
        return Value(x * y)._gets(self, y)._gets(other, x)

    def __truediv__(self, other):
        x, y = self.data, plain(other)
        return Value(x / y)._gets(self, 1 / y)._gets(other, -x / y / y)

    def __rtruediv__(self, other):
        x, y = plain(other), self.data
        return Value(x / y)._gets(self, -x / y / y)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return Value(-self.data)._gets(self, -1.0)

    def __pow__(self, n):
        return Value(self.data**n)._gets(self, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t)._gets(self, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e)._gets(self, e)

    def relu(self):
        return Value(max(0.0, self.data))._gets(self, 1.0 if self.data > 0 else 0.0)

    def backward(self):
        order = [node for node in Visit(self)]
        for node in order:
            if node._share:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def plain(x):
    return x.data if isinstance(x, Value) else x


def build_topo(v, visited, topo):
    topo.extend(Visit(v))


def zero_grad(root):
    other_side = not root._side
    pile = [root]
    while pile:
        node = pile.pop()
        if node._side == other_side:
            continue
        node._side = other_side
        node.grad = 0.0
        pile.extend(node._share)
