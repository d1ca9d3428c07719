"""A Value is only a window onto a record, and a record is a plain list.

    record = [data, grad, inputs, name of the operation, slopes]
"""

import math

DATA, GRAD, INPUTS, NAME, SLOPES = range(5)


def field(position):
    def get(self):
        return self._r[position]

    def put(self, what):
        self._r[position] = what

    return property(get, put)


class Value:
    __slots__ = ("_r", "__weakref__")

    data = field(DATA)
    grad = field(GRAD)
    _prev = field(INPUTS)
    _op = field(NAME)
    _backward = field(SLOPES)

    def __init__(self, data, _prev=(), _op="", *slopes):
        self._r = [data, 0.0, [*_prev], _op, [*slopes]]

    def __repr__(self):
        return "Value(%r)" % (self._r[DATA],)

    def __add__(self, other, sign=+1.0):
        if not isinstance(other, Value):
            other = Value(float(other))
        x, y = self.data, other.data
        return Value(x + sign * y, (self, other), "+", 1.0, sign)

    def __sub__(self, other):
        return Value.__add__(self, other, -1.0)

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        x, y = self.data, other.data
        return Value(x * y, (self, other), "*", y, x)

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        x, y = self.data, other.data
        return Value(x / y, (self, other), "/", 1.0 / y, -(x / y) / y)

    def __radd__(self, other):
        return Value(float(other)) + self

    def __rsub__(self, other):
        return Value(float(other)) - self

    def __rmul__(self, other):
        return Value(float(other)) * self

    def __rtruediv__(self, other):
        return Value(float(other)) / self

    def __neg__(self):
        return Value(-self.data, [self], "neg", -1.0)

    def __pow__(self, n):
        x = self.data
        return Value(power(x, n), [self], "pow", n * power(x, n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], "tanh", (1.0 - t) * (1.0 + t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], "exp", e)

    def relu(self):
        x = self.data
        return Value(x, [self], "relu", 1.0) if x > 0 else Value(0.0, [self], "relu", 0.0)

    def backward(self):
        records = [node._r for node in line_up(self)]
        for r in records:
            if r[INPUTS]:
                r[GRAD] = 0.0
        records[-1][GRAD] += 1.0
        for r in records[::-1]:
            for source, slope in zip(r[INPUTS], r[SLOPES]):
                source._r[GRAD] += slope * r[GRAD]


def power(x, n):
    try:
        return float(x) ** n
    except OverflowError:
        return -math.inf if x < 0 and n % 2 else math.inf
    except ZeroDivisionError:
        if n < -1:
            raise
        return math.inf if n > -1 else 1 / x


def line_up(root):
    """Depth first, without a stack of pairs: a node that is met open is closed."""
    line, colour, pile = [], {}, [root]
    while pile:
        node = pile[-1]
        mine = colour.setdefault(id(node), "white")
        if mine == "white":
            colour[id(node)] = "grey"
            pile += [p for p in node._prev if id(p) not in colour]
        else:
            pile.pop()
            if mine == "grey":
                colour[id(node)] = "black"
                line.append(node)
    return line


def build_topo(v, visited, topo):
    topo[len(topo):] = line_up(v)


def zero_grad(root):
    for node in line_up(root):
        node._r[GRAD] = 0.0
