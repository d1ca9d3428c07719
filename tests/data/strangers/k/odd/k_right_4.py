import math

# All numbers live in four columns; a Value is no more than a row number.
DATA, GRAD, INPUTS, SLOPES = [], [], [], []


def column(cells):
    def fetch(self):
        return cells[self.row]

    def store(self, x):
        cells[self.row] = x

    return property(fetch, store)


class Value:
    __slots__ = ("row", "_backward")

    data = column(DATA)
    grad = column(GRAD)
    _prev = column(INPUTS)

    def __init__(self, data, inputs=(), slopes=()):
        self.row = len(DATA)
        self._backward = self.spread
        DATA.append(data)
        GRAD.append(0.0)
        INPUTS.append(inputs)
        SLOPES.append(slopes)

    def spread(self):
        g = GRAD[self.row]
        for node, slope in zip(INPUTS[self.row], SLOPES[self.row]):
            GRAD[node.row] += slope * g

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (self, other), (1, 1))
        return Value(self.data + other, (self,), (1,))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, (self, other), (other.data, self.data))
        return Value(self.data * other, (self,), (other,))

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), (n * x ** (n - 1) if n != 0 else 0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = int(self.data > 0)
        return Value(self.data if on else 0.0, (self,), (on,))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    def __truediv__(self, other):
        return self * other**-1

    def __rsub__(self, other):
        return self * -1 + other

    def __rtruediv__(self, other):
        return self**-1 * other

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        rows = newest_first(self)
        for node in rows:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in rows:
            node._backward()


def newest_first(root):
    """A row's inputs are always above it, so the row number is the order."""
    rows = {root.row: root}
    edge = [root]
    while edge:
        found = {p.row: p for node in edge for p in node._prev if p.row not in rows}
        rows.update(found)
        edge = list(found.values())
    return [rows[row] for row in sorted(rows, reverse=True)]


def build_topo(v, visited, topo):
    topo += newest_first(v)[::-1]
    visited |= {node.row for node in topo}


def zero_grad(root):
    for node in newest_first(root):
        node.grad = 0.0
