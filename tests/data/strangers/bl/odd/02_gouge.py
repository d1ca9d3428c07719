"""Rules are generators: they are sent the gradient and yield (input, contribution)."""

import math
from collections import Counter


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = set()
        self._backward = iter

    def __add__(self, other):
        a, b = self, node(other)

        def rule(g):
            yield a, g
            yield b, g

        return made(a.data + b.data, {a, b}, rule)

    def __mul__(self, other):
        a, b = self, node(other)
        x, y = a.data, b.data

        def rule(g):
            yield a, g * y
            yield b, g * x

        return made(x * y, {a, b}, rule)

    def __sub__(self, other):
        a, b = self, node(other)

        def rule(g):
            yield b, -g
            yield a, g

        return made(a.data - b.data, {a, b}, rule)

    def __truediv__(self, other):
        a, b = self, node(other)
        y, q = b.data, a.data / b.data

        def rule(g):
            yield a, g / y
            yield b, -g * q / y

        return made(q, {a, b}, rule)

    def __radd__(self, other):
        return node(other) + self

    def __rmul__(self, other):
        return node(other) * self

    def __rsub__(self, other):
        return node(other) - self

    def __rtruediv__(self, other):
        return node(other) / self

    def __pow__(self, n):
        x = self.data

        def rule(g):
            if n != 0:
                yield self, g * n * x ** (n - 1)

        return made(x**n, {self}, rule)

    def _curve(self, y, slope):
        def rule(g):
            yield self, g * slope

        return made(y, {self}, rule)

    def __neg__(self):
        return self._curve(-self.data, -1.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._curve(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._curve(e, e)

    def relu(self):
        return self._curve(max(self.data, 0.0), float(self.data > 0))

    def backward(self):
        """Gradients are kept in a table while this runs. Returns the table."""
        table = {self: 1.0}
        for n in consumers_first(self):
            g = table.setdefault(n, 0.0)
            if not n._prev:
                n.grad += g
                continue
            for inp, part in n._backward(g):
                table[inp] = table.get(inp, 0.0) + part
        return table


def node(x):
    return x if isinstance(x, Value) else Value(float(x))


def made(data, prev, rule):
    out = Value(data)
    out._prev = prev
    out._backward = rule
    return out


def consumers_first(root):
    def edges():
        seen, todo = {root}, [root]
        while todo:
            for inp in todo.pop()._prev:
                yield inp
                if inp not in seen:
                    seen.add(inp)
                    todo.append(inp)

    consumers = Counter(edges())
    ready = [root]
    while ready:
        n = ready.pop()
        yield n
        for inp in n._prev:
            consumers[inp] -= 1
            if not consumers[inp]:
                ready.append(inp)


def build_topo(v, visited, topo):
    topo.extend(consumers_first(v))
    topo.reverse()
    return topo


def zero_grad(root):
    for n in consumers_first(root):
        n.grad = 0.0
