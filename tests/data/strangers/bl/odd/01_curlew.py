"""All numbers live in three long arrays; a node is only its line number."""

import math
from array import array

NUMBERS = array("d")
GRADS = array("d")
SLOPES = array("d")
SLOPES_FROM = array("q", [0])
SENDERS = []


class Value:
    __slots__ = ("row",)

    def __init__(self, data):
        self.row = len(NUMBERS)
        _write(data, (), ())

    data = property(
        lambda self: NUMBERS[self.row],
        lambda self, number: NUMBERS.__setitem__(self.row, number),
    )
    grad = property(
        lambda self: GRADS[self.row],
        lambda self, number: GRADS.__setitem__(self.row, number),
    )

    @property
    def _prev(self):
        return SENDERS[self.row]

    @property
    def _backward(self):
        """The local rule: one slope for each input."""
        return SLOPES[SLOPES_FROM[self.row] : SLOPES_FROM[self.row + 1]]

    def __add__(self, other):
        return _result(lambda x, y: (x + y, 1.0, 1.0), self, other)

    def __sub__(self, other):
        return _result(lambda x, y: (x - y, 1.0, -1.0), self, other)

    def __mul__(self, other):
        return _result(lambda x, y: (x * y, y, x), self, other)

    def __truediv__(self, other):
        return _result(lambda x, y: (x / y, 1.0 / y, -(x / y) / y), self, other)

    def __radd__(self, other):
        return _result(lambda y, x: (x + y, 1.0, 1.0), self, other)

    def __rsub__(self, other):
        return _result(lambda y, x: (x - y, -1.0, 1.0), self, other)

    def __rmul__(self, other):
        return _result(lambda y, x: (x * y, x, y), self, other)

    def __rtruediv__(self, other):
        return _result(lambda y, x: (x / y, -(x / y) / y, 1.0 / y), self, other)

    def __neg__(self):
        return _result(lambda x: (-x, -1.0), self)

    def __pow__(self, n):
        return _result(lambda x: (x**n, n * x ** (n - 1) if n else 0.0), self)

    def tanh(self):
        return _result(lambda x: (t := math.tanh(x), 1.0 - t * t), self)

    def exp(self):
        return _result(lambda x: (e := math.exp(x), e), self)

    def relu(self):
        return _result(lambda x: (x, 1.0) if x > 0 else (0.0, 0.0), self)

    def backward(self):
        nodes = _sorted(self)
        for node in nodes:
            if SENDERS[node.row]:
                GRADS[node.row] = 0.0
        GRADS[self.row] += 1.0
        for node in reversed(nodes):
            row = node.row
            flow = GRADS[row]
            for place, sender in enumerate(SENDERS[row], SLOPES_FROM[row]):
                GRADS[sender.row] += flow * SLOPES[place]


def _write(number, senders, slopes):
    number = float(number)
    NUMBERS.append(number)
    GRADS.append(0.0)
    SLOPES.extend(slopes)
    SLOPES_FROM.append(len(SLOPES))
    SENDERS.append(senders)


def _result(f, *inputs):
    inputs = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
    number, *slopes = f(*(NUMBERS[i.row] for i in inputs))
    out = Value.__new__(Value)
    out.row = len(NUMBERS)
    _write(number, inputs, slopes)
    return out


def _sorted(root):
    """A result stands further down than its inputs, so the line numbers are an order."""
    rows, todo = {root.row: root}, [root]
    while todo:
        for sender in SENDERS[todo.pop().row]:
            if sender.row not in rows:
                rows[sender.row] = sender
                todo.append(sender)
    return [rows[row] for row in sorted(rows)]


def build_topo(v, visited, topo):
    topo += _sorted(v)


def zero_grad(root):
    for node in _sorted(root):
        GRADS[node.row] = 0.0
