import math


class Cell:
    __slots__ = ("amount",)

    def __init__(self):
        self.amount = 0.0


class Value:
    """`grad` is a window on one of two drawers: what a leaf saves up, and what is in transit."""

    def __init__(self, data, _prev=(), _backward=lambda: None):
        self.data = data
        self._saved, self._transit = Cell(), Cell()
        self._prev = _prev
        self._backward = _backward

    @property
    def grad(self):
        return (self._transit if self._prev else self._saved).amount

    @grad.setter
    def grad(self, amount):
        (self._transit if self._prev else self._saved).amount = amount

    def backward(self):
        line = []
        build_topo(self, set(), line)
        for node in line:
            node._transit.amount = 0.0
        self._transit.amount = 1.0
        while line:
            node = line.pop()
            node._backward()
            if not node._prev:
                node._saved.amount += node._transit.amount

    def _new(self, number, *pairs):
        out = Value(number, tuple(node for node, _ in pairs))
        into = [(node._transit, slope) for node, slope in pairs]

        def pour():
            for cell, slope in into:
                cell.amount += slope * out._transit.amount

        out._backward = pour
        return out

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return self._new(self.data + o.data, (self, 1.0), (o, 1.0))

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return self._new(self.data * o.data, (self, o.data), (o, self.data))

    def __neg__(self):
        return self._new(-self.data, (self, -1.0))

    def __pow__(self, n):
        return self._new(self.data**n, (self, 0.0 if n == 0 else n * self.data ** (n - 1)))

    def __sub__(self, o):
        return self + (-o)

    def __truediv__(self, o):
        if isinstance(o, Value):
            return self * o**-1
        return self._new(self.data / o, (self, 1 / o))

    def __radd__(self, o):
        return self + o

    def __rmul__(self, o):
        return self * o

    def __rsub__(self, o):
        return (-self) + o

    def __rtruediv__(self, o):
        return self**-1 * o

    def __iadd__(self, o):
        return self + o

    def __isub__(self, o):
        return self - o

    def __imul__(self, o):
        return self * o

    def __itruediv__(self, o):
        return self / o

    def __ipow__(self, n):
        return self**n

    def tanh(self):
        t = math.tanh(self.data)
        return self._new(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._new(e, (self, e))

    def relu(self):
        positive = self.data > 0
        return self._new(self.data if positive else 0.0, (self, 1.0 if positive else 0.0))


def build_topo(v, visited, topo):
    notes = [(v, True)]
    while notes:
        node, arriving = notes.pop()
        if not arriving:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            notes.append((node, False))
            for below in node._prev:
                notes.append((below, True))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node._saved.amount = node._transit.amount = 0.0
