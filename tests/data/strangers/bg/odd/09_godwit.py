"""Nodes do not push, they pull: each asks its consumers for its gradient, once they have theirs."""

import math


def number_or_node(x):
    return x if isinstance(x, Value) else Value(float(x))


class Value:
    def __init__(self, data, _prev=(), _op="", _partials=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._partials = _partials

    def _backward(self, slot):
        """What goes to the input in this slot."""
        return self.grad * self._partials[slot]

    def __add__(self, other):
        other = number_or_node(other)
        return Value(self.data + other.data, (self, other), "+", (1.0, 1.0))

    def __sub__(self, other):
        other = number_or_node(other)
        return Value(self.data - other.data, (self, other), "-", (1.0, -1.0))

    def __mul__(self, other):
        other = number_or_node(other)
        return Value(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __truediv__(self, other):
        other = number_or_node(other)
        q = self.data / other.data
        return Value(q, (self, other), "/", (1.0 / other.data, -q / other.data))

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, n):
        x = float(self.data)
        # powers[0] is x ** n, powers[1] is x ** (n - 1)
        powers = []
        for k in (n, n - 1):
            try:
                powers.append(x**k)
            except OverflowError:
                powers.append(math.inf if x > 0 or k % 2 == 0 else -math.inf)
            except ZeroDivisionError:
                if k is n:
                    raise
                powers.append(math.inf)
        return Value(powers[0], (self,), "pow", (n * powers[1] if n != 0 else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        s = 1.0 if self.data > 0 else 0.0
        return Value(self.data if s else 0.0, (self,), "relu", (s,))

    def __radd__(self, other):
        return number_or_node(other) + self

    def __rsub__(self, other):
        return number_or_node(other) - self

    def __rmul__(self, other):
        return number_or_node(other) * self

    def __rtruediv__(self, other):
        return number_or_node(other) / self

    def __iadd__(self, other):
        return self + other

    def __imul__(self, other):
        return self * other

    def backward(self):
        line = []
        build_topo(self, set(), line)
        line.reverse()
        above = {node: [] for node in line}
        for node in line:
            for slot, source in enumerate(node._prev):
                above[source].append((node, slot))
        for node in line:
            g = 1.0 if node is self else 0.0
            for consumer, slot in above[node]:
                g += consumer._backward(slot)
            node.grad = g if node._prev else g + node.grad


def build_topo(v, visited, topo):
    """Two passes: levels from below, then sorted by level."""
    level = {}
    pile = [v]
    while pile:
        node = pile[-1]
        if node in level:
            pile.pop()
            continue
        below = [source for source in node._prev if source not in level]
        if below:
            pile.extend(below)
        else:
            level[node] = 1 + max((level[source] for source in node._prev), default=-1)
            pile.pop()
    visited.update(level)
    topo.extend(sorted(level, key=level.get))


def zero_grad(root):
    seen = [root]
    known = {id(root)}
    for node in seen:
        node.grad = 0.0
        for source in node._prev:
            if id(source) not in known:
                known.add(id(source))
                seen.append(source)
