import math


class Value:
    """a number in the graph"""

    count = 0

    def __init__(self, data, children=(), rule=None):
        Value.count += 1
        self.nr = Value.count          # inputs always have a smaller number
        self.data = float(data)
        self.grad = 0.0
        self._prev = children
        self._backward = rule

    # helpers

    def _is_leaf(self):
        return len(self._prev) == 0

    @classmethod
    def _wrap(cls, thing):
        if isinstance(thing, cls):
            return thing
        return cls(thing)

    # + - * /

    def __add__(self, other):
        b = self._wrap(other)
        return Value(self.data + b.data, (self, b), lambda g: (g, g))

    def __radd__(self, other):
        return self._wrap(other) + self

    def __sub__(self, other):
        b = self._wrap(other)
        return Value(self.data - b.data, (self, b), lambda g: (g, -g))

    def __rsub__(self, other):
        return self._wrap(other) - self

    def __mul__(self, other):
        b = self._wrap(other)
        return Value(self.data * b.data, (self, b), lambda g: (g * b.data, g * self.data))

    def __rmul__(self, other):
        return self._wrap(other) * self

    def __truediv__(self, other):
        b = self._wrap(other)
        return Value(self.data / b.data, (self, b),
                     lambda g: (g / b.data, -g * self.data / b.data / b.data))

    def __rtruediv__(self, other):
        return self._wrap(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, k):
        def rule(g):
            if k == 0:
                return (0.0,)
            return (g * k * self.data ** (k - 1),)
        return Value(self.data ** k, (self,), rule)

    # functions

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t ** 2),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda g: (g,))
        return Value(0.0, (self,), lambda g: (0.0,))

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for n in nodes:
            if not n._is_leaf():
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(nodes):
            if n._is_leaf():
                continue
            for child, g in zip(n._prev, n._backward(n.grad)):
                child.grad += g


def build_topo(v, visited, topo):
    visited.add(v)
    found = [v]
    for node in found:                 # grows while we walk over it
        for child in node._prev:
            if child not in visited:
                visited.add(child)
                found.append(child)
    found.sort(key=lambda node: node.nr)
    topo.extend(found)


def zero_grad(root):
    seen = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node in seen or node.grad == 0.0:
            continue
        seen.add(node)
        node.grad = 0.0
        todo.extend(node._prev)
