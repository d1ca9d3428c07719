"""Exercise 13: everything lives in the columns of one table; a Value is a row number."""

import heapq
import math


class Table:
    def __init__(self):
        self.data, self.grad, self.inputs, self.slopes = [], [], [], []

    def append(self, data, inputs, slopes):
        self.data.append(float(data))
        self.grad.append(0.0)
        self.inputs.append(inputs)
        self.slopes.append(slopes)
        return len(self.data) - 1


T = Table()


class Value:
    __slots__ = ("row", "_prev")

    def __init__(self, data, _prev=(), _slopes=()):
        self.row = T.append(data, tuple(p.row for p in _prev), _slopes)
        self._prev = tuple(_prev)

    data = property(lambda self: T.data[self.row])
    grad = property(lambda self: T.grad[self.row])

    @data.setter
    def data(self, number):
        T.data[self.row] = number

    @grad.setter
    def grad(self, number):
        T.grad[self.row] = number

    def _backward(self):
        send(self.row, T.grad[self.row], lambda row, g: add_to(row, g))

    def __repr__(self):
        return f"Value(row {self.row}: {self.data}, {self.grad})"

    def __add__(self, o):
        return binary(self, o, lambda x, y: (x + y, (1.0, 1.0)))

    def __sub__(self, o):
        return binary(self, o, lambda x, y: (x - y, (1.0, -1.0)))

    def __mul__(self, o):
        return binary(self, o, lambda x, y: (x * y, (y, x)))

    def __truediv__(self, o):
        return binary(self, o, lambda x, y: (x / y, (1 / y, -x / (y * y))))

    def __radd__(self, o):
        return row_of(o) + self

    def __rsub__(self, o):
        return row_of(o) - self

    def __rmul__(self, o):
        return row_of(o) * self

    def __rtruediv__(self, o):
        return row_of(o) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), (n * x ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        x = self.data
        return Value(x, (self,), (1.0,)) if x > 0 else Value(0.0, (self,), (0.0,))

    def backward(self):
        """Rows are made after their inputs: always take the highest row that is waiting."""
        arrived = {self.row: 1.0}
        heap = [-self.row]

        def deliver(row, g):
            if row not in arrived:
                arrived[row] = 0.0
                heapq.heappush(heap, -row)
            arrived[row] += g

        while heap:
            row = -heapq.heappop(heap)
            g = arrived[row]
            if T.inputs[row]:
                T.grad[row] = g
                send(row, g, deliver)
            else:
                add_to(row, g)


def row_of(x):
    return x if isinstance(x, Value) else Value(x)


def binary(a, b, compute):
    b = row_of(b)
    result, slopes = compute(a.data, b.data)
    return Value(result, (a, b), slopes)


def add_to(row, g):
    T.grad[row] += g


def send(row, g, deliver):
    for source, slope in zip(T.inputs[row], T.slopes[row]):
        deliver(source, g * slope)


def rows_under(v):
    found, stack = {v.row: v}, [v]
    while stack:
        for p in stack.pop()._prev:
            if p.row not in found:
                found[p.row] = p
                stack.append(p)
    return found


def build_topo(v, visited, topo):
    found = rows_under(v)
    for row in sorted(found):
        visited.add(found[row])
        topo.append(found[row])


def zero_grad(root):
    for row in rows_under(root):
        T.grad[row] = 0.0
