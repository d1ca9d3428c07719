"""The whole graph in three lists; a Value is only a window on one row of them."""
import math

DATA, GRAD, EDGES, NODE = [], [], [], []


class Value:
    def __init__(self, data, edges=()):
        self.row = len(DATA)
        DATA.append(float(data))
        GRAD.append(0.0)
        EDGES.append(tuple(edges))
        NODE.append(self)

    @property
    def data(self):
        return DATA[self.row]

    @data.setter
    def data(self, number):
        DATA[self.row] = float(number)

    @property
    def grad(self):
        return GRAD[self.row]

    @grad.setter
    def grad(self, number):
        GRAD[self.row] = float(number)

    @property
    def _prev(self):
        return tuple(NODE[row] for row, _ in EDGES[self.row])

    def _backward(self):
        for row, slope in EDGES[self.row]:
            GRAD[row] += slope * GRAD[self.row]

    def __add__(self, other):
        b = row_of(other)
        return Value(self.data + DATA[b], [(self.row, 1.0), (b, 1.0)])

    def __sub__(self, other):
        b = row_of(other)
        return Value(self.data - DATA[b], [(self.row, 1.0), (b, -1.0)])

    def __mul__(self, other):
        b = row_of(other)
        return Value(self.data * DATA[b], [(self.row, DATA[b]), (b, self.data)])

    def __truediv__(self, other):
        b = row_of(other)
        y = self.data / DATA[b]
        return Value(y, [(self.row, 1.0 / DATA[b]), (b, -y / DATA[b])])

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value(-self.data, [(self.row, -1.0)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, [(self.row, slope)])

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, [(self.row, (1 - y) ** 2)])

    def exp(self):
        y = math.exp(self.data)
        return Value(y, [(self.row, y)])

    def relu(self):
        if self.data > 0:
            return Value(self.data, [(self.row, 1.0)])
        return Value(0.0, [(self.row, 0.0)])

    def backward(self):
        rows = rows_below(self.row)
        for row in rows:
            if EDGES[row]:
                GRAD[row] = 0.0
        GRAD[self.row] += 1.0
        for row in reversed(rows):
            NODE[row]._backward()


def row_of(x):
    return (x if isinstance(x, Value) else Value(x)).row


def rows_below(top):
    found, todo = {top}, [top]
    while todo:
        for row, _ in EDGES[todo.pop()]:
            if row not in found:
                found.add(row)
                todo.append(row)
    return sorted(found)


def build_topo(v, visited, topo):
    topo.extend(NODE[row] for row in rows_below(v.row))


def zero_grad(root):
    for row in rows_below(root.row):
        GRAD[row] = 0.0
