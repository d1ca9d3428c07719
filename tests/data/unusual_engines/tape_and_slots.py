import math

TAPE = []


class Value:
    """Numbered in the order of creation; gradients in a dict; no rule is kept on a node."""

    __slots__ = ("__weakref__", "data", "grad", "number", "sources")

    def __init__(self, data, sources=()):
        self.data, self.grad, self.sources = data, 0.0, sources
        self.number = len(TAPE)
        TAPE.append(None)

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, ((self, slope),))

    def __truediv__(self, other):
        return self * lift(other) ** -1

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return Value(-self.data, ((self, -1.0),))

    def __sub__(self, other):
        return self + -lift(other)

    def __rsub__(self, other):
        return lift(other) - self

    __radd__, __rmul__ = __add__, __mul__

    def __iadd__(self, other):
        return self + other

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, 1 - t**2),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, ((self, e),))

    def relu(self):
        on = self.data > 0
        return Value(self.data * on, ((self, on),))

    def backward(self):
        pending = {self.number: 1.0}
        for node in reversed(below(self)):
            gradient = pending.pop(node.number)
            if node.sources:
                node.grad = gradient
            else:
                node.grad += gradient
            for source, slope in node.sources:
                pending[source.number] = pending.get(source.number, 0.0) + slope * gradient

    def zero_grad(self):
        for node in below(self):
            node.grad = 0


def lift(item):
    return item if isinstance(item, Value) else Value(item)


def below(root):
    found, stack = {root.number: root}, [root]
    while stack:
        for source, _ in stack.pop().sources:
            if source.number not in found:
                found[source.number] = source
                stack.append(source)
    return [found[number] for number in sorted(found)]


def build_topo(v, visited, topo):
    topo += below(v)
