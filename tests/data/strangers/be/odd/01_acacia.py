"""Columns instead of objects: a Value is only a number of a row. All numbers live in five lists."""

import math

DATA, GRAD, FIRST, SECOND, OPCODE, EXTRA, HANDLE = [], [], [], [], [], [], []
LEAF, ADD, SUB, MUL, DIV, NEG, POW, TANH, EXP, RELU = range(10)


def row(data, opcode=LEAF, first=None, second=None, extra=None):
    DATA.append(data)
    GRAD.append(0.0)
    FIRST.append(first)
    SECOND.append(second)
    OPCODE.append(opcode)
    EXTRA.append(extra)
    HANDLE.append(None)
    return len(DATA) - 1


def handle(r):
    if HANDLE[r] is None:
        h = HANDLE[r] = object.__new__(Value)
        h._row = r
    return HANDLE[r]


def row_of(x):
    return x._row if isinstance(x, Value) else row(float(x))


def column(name):
    cells = globals()[name]
    return property(
        lambda self: cells[self._row],
        lambda self, number: cells.__setitem__(self._row, number),
    )


def inputs(r):
    f, s = FIRST[r], SECOND[r]
    return () if f is None else (f,) if s is None else (f, s)


def marked(r):
    """A byte for each row up to r: 1 if it can be reached from r. Inputs stand further up."""
    marks = bytearray(r + 1)
    marks[r] = 1
    heap = [r]
    while heap:
        for i in inputs(heap.pop()):
            if not marks[i]:
                marks[i] = 1
                heap.append(i)
    return marks


def rows_below(r):
    marks = marked(r)
    at = marks.find(1)
    while at >= 0:
        yield at
        at = marks.find(1, at + 1)


def step(r):
    """The rule of one row."""
    op, g, f, s = OPCODE[r], GRAD[r], FIRST[r], SECOND[r]
    if op == LEAF:
        return
    if op == ADD:
        GRAD[f] += g
        GRAD[s] += g
    elif op == SUB:
        GRAD[f] += g
        GRAD[s] -= g
    elif op == NEG:
        GRAD[f] -= g
    else:
        # EXTRA holds what the derivatives were when the row was made
        for i, slope in zip(inputs(r), EXTRA[r]):
            GRAD[i] += slope * g


class Value:
    __slots__ = ("_row",)

    def __new__(cls, data, _prev=(), _op=""):
        return handle(row(data))

    data = column("DATA")
    grad = column("GRAD")

    @property
    def _prev(self):
        return tuple(handle(i) for i in inputs(self._row))

    @property
    def _backward(self):
        return lambda: step(self._row)

    def __add__(self, o):
        a, b = self._row, row_of(o)
        return handle(row(DATA[a] + DATA[b], ADD, a, b))

    def __radd__(self, o):
        return handle(row_of(o)) + self

    def __sub__(self, o):
        a, b = self._row, row_of(o)
        return handle(row(DATA[a] - DATA[b], SUB, a, b))

    def __rsub__(self, o):
        return handle(row_of(o)) - self

    def __mul__(self, o):
        a, b = self._row, row_of(o)
        return handle(row(DATA[a] * DATA[b], MUL, a, b, (DATA[b], DATA[a])))

    def __rmul__(self, o):
        return handle(row_of(o)) * self

    def __truediv__(self, o):
        a, b = self._row, row_of(o)
        q = DATA[a] / DATA[b]
        return handle(row(q, DIV, a, b, (1.0 / DATA[b], -q / DATA[b])))

    def __rtruediv__(self, o):
        return handle(row_of(o)) / self

    def __neg__(self):
        return handle(row(-self.data, NEG, self._row))

    def __pow__(self, n):
        x = self.data
        y = x**n
        return handle(row(y, POW, self._row, None, (n * x ** (n - 1) if n else 0.0,)))

    def tanh(self):
        t = math.tanh(self.data)
        return handle(row(t, TANH, self._row, None, (1.0 - t * t,)))

    def exp(self):
        e = math.exp(self.data)
        return handle(row(e, EXP, self._row, None, (e,)))

    def relu(self):
        on = self.data > 0
        return handle(row(self.data if on else 0.0, RELU, self._row, None, (1.0 if on else 0.0,)))

    def backward(self):
        below = list(rows_below(self._row))
        for r in below:
            if OPCODE[r] != LEAF:
                GRAD[r] = 0.0
        GRAD[self._row] += 1.0
        while below:
            step(below.pop())


def build_topo(v, visited, topo):
    topo.extend(map(handle, rows_below(v._row)))


def zero_grad(root):
    for r in rows_below(root._row):
        GRAD[r] = 0.0
