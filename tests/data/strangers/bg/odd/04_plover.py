"""The post office. Contributions are letters; a node opens its box once, when all have come."""

import math
from collections import Counter, deque


class PostOffice:
    def __init__(self, root):
        self.boxes = {}
        self.expected = Counter()
        seen, walk = {root}, deque([root])
        while walk:
            node = walk.popleft()
            for address in node._prev:
                self.expected[address] += 1
                if address not in seen:
                    seen.add(address)
                    walk.append(address)
        self.everybody = seen

    def deliver(self, address, letter):
        """Put a letter into a box. True if it was the last one that was expected."""
        self.boxes.setdefault(address, []).append(letter)
        return len(self.boxes[address]) >= self.expected[address]


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op
        self._backward = _backward

    def __add__(self, other):
        other = Value.cast(other)
        return Value(self.data + other.data, [self, other], "+", [lambda g: g] * 2)

    def __sub__(self, other):
        other = Value.cast(other)
        return Value(self.data - other.data, [self, other], "-", [float, lambda g: -g])

    def __mul__(self, other):
        other = Value.cast(other)
        return Value(
            self.data * other.data,
            [self, other],
            "*",
            [other.data.__mul__, self.data.__mul__]
            if isinstance(self.data, float) and isinstance(other.data, float)
            else [lambda g, k=other.data: g * k, lambda g, k=self.data: g * k],
        )

    def __truediv__(self, other):
        other = Value.cast(other)
        top, bottom = self.data, other.data
        return Value(
            top / bottom,
            [self, other],
            "/",
            [lambda g: g / bottom, lambda g: -g * (top / bottom) / bottom],
        )

    @staticmethod
    def cast(x):
        return x if isinstance(x, Value) else Value(float(x))

    def __radd__(self, other):
        return Value.cast(other) + self

    def __rsub__(self, other):
        return Value.cast(other) - self

    def __rmul__(self, other):
        return Value.cast(other) * self

    def __rtruediv__(self, other):
        return Value.cast(other) / self

    def __neg__(self):
        return 0.0 - self if self.data else Value(-self.data, [self], "neg", [lambda g: -g])

    def __pow__(self, n):
        return Value(_pow(self.data, n), [self], "pow", [lambda g, x=self.data: g * _slope(x, n)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], "tanh", [lambda g: g * (1.0 - t**2)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], "exp", [lambda g: g * e])

    def relu(self):
        if not self.data > 0:
            return Value(0.0, [self], "relu", [lambda g: 0.0])
        return Value(self.data, [self], "relu", [lambda g: g])

    def backward(self):
        office = PostOffice(self)
        office.deliver(self, 1.0)
        round_ = [self]
        while round_:
            node = round_.pop()
            g = sum(office.boxes.pop(node))
            node.grad = g if node._prev else node.grad + g
            for address, write in zip(node._prev, node._backward):
                if office.deliver(address, write(g)):
                    round_.append(address)


def _pow(x, n):
    try:
        return float(x) ** n
    except OverflowError:
        return math.inf if x > 0 or not n % 2 else -math.inf


def _slope(x, n):
    if n == 0:
        return 0.0
    if x == 0 and n < 1:
        return math.inf
    return n * _pow(x, n - 1)


def build_topo(v, visited, topo):
    """The post goes out root first; turned round, that is inputs first."""
    office = PostOffice(v)
    out, ready = [], [v]
    while ready:
        node = ready.pop()
        out.append(node)
        for address in node._prev:
            office.expected[address] -= 1
            if office.expected[address] == 0:
                ready.append(address)
    topo += out[::-1]


def zero_grad(root):
    for node in PostOffice(root).everybody:
        node.grad = 0.0
