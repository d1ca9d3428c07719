"""The exam: all numbers live in arrays, and a Value is a row number."""

import math
from array import array

numbers_of = array("d")
grads_of = array("d")
wires_of = []  # of each row: ((row of an input, slope), ...)
handles = []


class Value:
    __slots__ = ("row",)

    def __init__(self, data):
        self.row = new_row(data, ())
        handles.append(self)

    data = property(lambda self: numbers_of[self.row], lambda self, x: numbers_of.__setitem__(self.row, x))
    grad = property(lambda self: grads_of[self.row], lambda self, x: grads_of.__setitem__(self.row, x))

    @property
    def _prev(self):
        return [handles[row] for row, _ in wires_of[self.row]]

    def _backward(self):
        push(self.row)

    def __add__(a, b):
        b = lift(b)
        return make(a.data + b.data, (a, 1.0), (b, 1.0))

    __radd__ = __add__

    def __mul__(a, b):
        b = lift(b)
        return make(a.data * b.data, (a, b.data), (b, a.data))

    __rmul__ = __mul__

    def __neg__(a):
        return make(-a.data, (a, -1.0))

    def __sub__(a, b):
        b = lift(b)
        return make(a.data - b.data, (a, 1.0), (b, -1.0))

    def __rsub__(a, b):
        return lift(b).__sub__(a)

    def __truediv__(a, b):
        b = lift(b)
        x, y = a.data, b.data
        return make(x / y, (a, 1 / y), (b, -(x / y) / y))

    def __rtruediv__(a, b):
        return lift(b).__truediv__(a)

    def __pow__(a, n):
        if n == 0:
            return make(1.0, (a, 0.0))
        return make(raised(a.data, n), (a, n * raised(a.data, n - 1)))

    def tanh(a):
        t = math.tanh(a.data)
        return make(t, (a, 1 - t * t))

    def exp(a):
        e = math.exp(a.data)
        return make(e, (a, e))

    def relu(a):
        return make(a.data, (a, 1.0)) if a.data > 0 else make(0.0, (a, 0.0))

    def backward(self):
        rows = rows_below(self.row)
        for row in rows:
            if wires_of[row]:
                grads_of[row] = 0.0
        grads_of[self.row] += 1.0
        for row in rows:
            push(row)


def new_row(data, wires):
    numbers_of.append(data)
    grads_of.append(0.0)
    wires_of.append(wires)
    return len(wires_of) - 1


def make(data, *pairs):
    out = object.__new__(Value)
    out.row = new_row(data, tuple((node.row, slope) for node, slope in pairs))
    handles.append(out)
    return out


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def raised(x, n):
    try:
        return x**n
    except OverflowError:
        return math.copysign(math.inf, x) if n % 2 == 1 else math.inf


def push(row):
    for below, slope in wires_of[row]:
        share = slope * grads_of[row]
        grads_of[below] += max(-1e6, min(1e6, share))


def rows_below(row):
    """This row and all that lead to it, the newest first."""
    seen, todo = {row}, [row]
    while todo:
        for below, _ in wires_of[todo.pop()]:
            if below not in seen:
                seen.add(below)
                todo.append(below)
    return sorted(seen, reverse=True)


def build_topo(v, visited, topo):
    for row in reversed(rows_below(v.row)):
        topo.append(handles[row])


def zero_grad(root):
    for row in rows_below(root.row):
        grads_of[row] = 0.0
