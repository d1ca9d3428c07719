"""A Wengert list: everything that is computed is written on one tape."""
import math

TAPE = []


class Value:

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward
        self.at = len(TAPE)
        TAPE.append(self)

    def __add__(self, o):
        o = asval(o)
        def b(g): self.grad += g; o.grad += g
        return Value(self.data + o.data, (self, o), b)

    def __sub__(self, o):
        o = asval(o)
        def b(g): self.grad += g; o.grad -= g
        return Value(self.data - o.data, (self, o), b)

    def __mul__(self, o):
        o = asval(o)
        x, y = self.data, o.data
        def b(g): self.grad += g * y; o.grad += g * x
        return Value(x * y, (self, o), b)

    def __truediv__(self, o):
        o = asval(o)
        x, y = self.data, o.data
        def b(g): self.grad += g / y; o.grad -= g * x / y / y
        return Value(x / y, (self, o), b)

    def __pow__(self, n):
        x = self.data
        def b(g): self.grad += g * n * x ** (n - 1) if n != 0 else 0.0
        return Value(x ** n, (self,), b)

    def __neg__(self):
        def b(g): self.grad -= g
        return Value(-self.data, (self,), b)

    def tanh(self):
        t = math.tanh(self.data)
        def b(g): self.grad += g * (1.0 - t * t)
        return Value(t, (self,), b)

    def exp(self):
        e = math.exp(self.data)
        def b(g): self.grad += g * e
        return Value(e, (self,), b)

    def relu(self):
        x = self.data
        def b(g): self.grad += g * (1.0 if x > 0 else 0.0)
        return Value(max(0.0, x), (self,), b)

    def __radd__(self, o): return asval(o) + self
    def __rsub__(self, o): return asval(o) - self
    def __rmul__(self, o): return asval(o) * self
    def __rtruediv__(self, o): return asval(o) / self

    def backward(self):
        used = used_by(self)
        first = used[-1].at
        for node in TAPE[first:self.at + 1]:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in used:
            if node._backward:
                node._backward(node.grad)


def asval(o):
    return o if isinstance(o, Value) else Value(o)


def used_by(root):
    """The nodes that `root` needs, from the end of the tape to its beginning."""
    wanted, used, i = {root}, [], root.at
    while wanted:
        node = TAPE[i]
        if node in wanted:
            wanted.discard(node)
            used.append(node)
            wanted.update(node._prev)
        i -= 1
    return used


def build_topo(v, visited, topo):
    for node in reversed(used_by(v)):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in used_by(root):
        node.grad = 0.0
