import math


class Value:
    def __init__(self, data, rules=None):
        self.data, self.grad = data, 0.0
        self._rules = rules or {}

    @property
    def _prev(self):
        return set(self._rules)

    def _backward(self):
        for node, slope in self._rules.items():
            node.grad += slope * self.grad

    @classmethod
    def _make(cls, number, *pairs):
        rules = {}
        for node, slope in pairs:
            rules[node] = rules.get(node, 0.0) + slope
        return cls(number, rules)

    @staticmethod
    def _lift(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(a, b):
        b = a._lift(b)
        return a._make(a.data + b.data, (a, 1.0), (b, 1.0))

    def __sub__(a, b):
        b = a._lift(b)
        return a._make(a.data - b.data, (a, 1.0), (b, -1.0))

    def __mul__(a, b):
        b = a._lift(b)
        return a._make(a.data * b.data, (a, b.data), (b, a.data))

    def __truediv__(a, b):
        b = a._lift(b)
        q = a.data / b.data
        return a._make(q, (a, 1.0 / b.data), (b, -q / b.data))

    def __pow__(a, n):
        return a._make(a.data**n, (a, n and n * a.data ** (n - 1)))

    def __neg__(a):
        return a._make(-a.data, (a, -1.0))

    def __radd__(b, a):
        return Value(a) + b

    def __rsub__(b, a):
        return Value(a) - b

    def __rmul__(b, a):
        return Value(a) * b

    def __rtruediv__(b, a):
        return Value(a) / b

    def tanh(a):
        t = math.tanh(a.data)
        return a._make(t, (a, (1.0 - t) * (1.0 + t)))

    def exp(a):
        e = math.exp(a.data)
        return a._make(e, (a, e))

    def relu(a):
        return a._make(a.data, (a, 1.0)) if a.data > 0 else a._make(0.0, (a, 0.0))

    def _downwards(self):
        waits = {self: 0}
        look = [self]
        while look:
            for node in look.pop()._rules:
                if node not in waits:
                    look.append(node)
                    waits[node] = 0
                waits[node] += 1
        free = [self]
        while free:
            node = free.pop()
            yield node
            for below in node._rules:
                waits[below] -= 1
                if not waits[below]:
                    free.append(below)

    def backward(self):
        nodes = list(self._downwards())
        held = {node: node.grad for node in nodes if not node._rules}
        for node in nodes:
            node.grad = 0.0
        self.grad = 1.0
        for node in nodes:
            node._backward()
        for leaf, before in held.items():
            leaf.grad += before

    def zero_grad(self):
        for node in self._downwards():
            node.grad = 0.0


def build_topo(v, visited, topo):
    topo[:] = list(v._downwards())[::-1]


zero_grad = Value.zero_grad
