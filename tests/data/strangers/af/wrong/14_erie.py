import math
from collections import deque

tape = deque(maxlen=1 << 16)


class Value:
    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = _slopes
        tape.append(self)

    def _backward(self):
        g = self.grad
        for slope, node in zip(self._slopes, self._prev):
            node.grad += slope * g

    def __add__(self, other):
        b = other if isinstance(other, Value) else Value(other)
        return Value(self.data + b.data, (self, b), "+", (1.0, 1.0))

    def __sub__(self, other):
        b = other if isinstance(other, Value) else Value(other)
        return Value(self.data - b.data, (self, b), "-", (1.0, -1.0))

    def __mul__(self, other):
        b = other if isinstance(other, Value) else Value(other)
        return Value(self.data * b.data, (self, b), "*", (b.data, self.data))

    def __truediv__(self, other):
        b = other if isinstance(other, Value) else Value(other)
        q = self.data / b.data
        return Value(q, (self, b), "/", (1.0 / b.data, -q / b.data))

    def __pow__(self, n):
        s = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), "**", (s,))

    def __neg__(self):
        return Value(-self.data, (self,), "-", (-1.0,))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", ((1.0 - t) * (1.0 + t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        up = self.data > 0
        return Value(self.data if up else 0.0, (self,), "relu", (1.0 if up else 0.0,))

    def backward(self):
        mine = below(self)
        for node in mine:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(tape):
            if node in mine:
                node._backward()


def below(root):
    found = {root}
    edge = {root}
    while edge:
        edge = {n for node in edge for n in node._prev} - found
        found |= edge
    return found


def build_topo(v, visited, topo):
    stack = [v]
    on_the_way = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in on_the_way:
            visited.add(stack.pop())
            topo.append(node)
        else:
            on_the_way.add(node)
            stack.extend(node._prev)


def zero_grad(root):
    for node in below(root):
        node.grad = 0.0
