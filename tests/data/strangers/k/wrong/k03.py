import math

TAPE = []  # every node ever made, in the order of making


class Value:
    def __init__(self, data, _prev=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.rule = rule
        self.place = len(TAPE)
        TAPE.append(self)

    def _backward(self):
        if self.rule is not None:
            self.rule(self.grad)

    def __add__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g
            other.grad += g
        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g
            other.grad -= g
        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data
        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / other.data**2
        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            self.grad += g * n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), rule)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return self - lift(other)

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return self * -1.0

    def tanh(self):
        y = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - y * y)
        return Value(y, (self,), rule)

    def exp(self):
        y = math.exp(self.data)

        def rule(g):
            self.grad += g * y
        return Value(y, (self,), rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g
        return Value(max(self.data, 0.0), (self,), rule)

    def backward(self):
        part = rewind(self)
        for node in part:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in part:
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def rewind(root):
    """The nodes below root, from the newest to the oldest, read off the tape."""
    wanted = {root.place}
    part = []
    place = root.place
    while len(part) < len(wanted):
        if place in wanted:
            node = TAPE[place]
            part.append(node)
            wanted.update(p.place for p in node._prev)
        place -= 1
    return part


def build_topo(v, visited, topo):
    topo.extend(reversed(rewind(v)))
    visited.update(topo)


def zero_grad(root):
    for node in rewind(root):
        node.grad = 0.0
