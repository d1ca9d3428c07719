"""The engine: a class for every operation, and a birth number for every node.

A node is born after its inputs. So "the youngest first" is a backward order.
"""

import heapq
import itertools
import math

_births = itertools.count()


class Value:
    """One number, its gradient, and how it was made. This class itself: a leaf."""

    symbol = ""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op or self.symbol
        self._birth = next(_births)

    def __repr__(self):
        return f"{type(self).__name__}({self.data!r}, grad={self.grad!r})"

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes()):
            node.grad += slope * self.grad

    def slopes(self):
        return ()

    def __add__(self, other):
        return Sum.of(self, other)

    def __radd__(self, other):
        return Sum.of(other, self)

    def __mul__(self, other):
        return Product.of(self, other)

    def __rmul__(self, other):
        return Product.of(other, self)

    def __sub__(self, other):
        return Difference.of(self, other)

    def __rsub__(self, other):
        return Difference.of(other, self)

    def __truediv__(self, other):
        return Quotient.of(self, other)

    def __rtruediv__(self, other):
        return Quotient.of(other, self)

    def __pow__(self, n):
        out = Power(self.data**n, [self])
        out.n = n
        return out

    def __neg__(self):
        return Difference.of(-0.0, self)

    def tanh(self):
        return Tanh.of(self)

    def exp(self):
        return Exp.of(self)

    def relu(self):
        return Relu.of(self)

    def backward(self):
        for node in _youngest_first(self):
            if node._prev:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in _youngest_first(self):
            node._backward()


class Operation(Value):
    @classmethod
    def of(cls, *operands):
        inputs = [x if isinstance(x, Value) else Value(x) for x in operands]
        return cls(cls.compute(*(node.data for node in inputs)), inputs)

    def numbers(self):
        return [node.data for node in self._prev]


class Sum(Operation):
    symbol = "+"
    compute = staticmethod(lambda x, y: x + y)

    def slopes(self):
        return 1.0, 1.0


class Difference(Operation):
    symbol = "-"
    compute = staticmethod(lambda x, y: x - y)

    def slopes(self):
        return 1.0, -1.0


class Product(Operation):
    symbol = "*"
    compute = staticmethod(lambda x, y: x * y)

    def slopes(self):
        return reversed(self.numbers())


class Quotient(Operation):
    symbol = "/"
    compute = staticmethod(lambda x, y: x / y)

    def slopes(self):
        _, y = self.numbers()
        yield 1.0 / y
        yield -self.data / y


class Power(Operation):
    symbol = "**"

    def slopes(self):
        (x,) = self.numbers()
        return [0.0 if self.n == 0 else self.n * x ** (self.n - 1)]


class Tanh(Operation):
    symbol = "tanh"
    compute = staticmethod(math.tanh)

    def slopes(self):
        yield 1.0 - self.data**2


class Exp(Operation):
    symbol = "exp"
    compute = staticmethod(math.exp)

    def slopes(self):
        yield self.data


class Relu(Operation):
    symbol = "relu"
    compute = staticmethod(lambda x: x if x > 0 else 0.0)

    def slopes(self):
        yield float(self.data > 0)


def _youngest_first(root):
    """Yield every node reachable from `root`, each once, none before its consumers."""
    heap, last = [(-root._birth, root)], None
    while heap:
        _, node = heapq.heappop(heap)
        if node is last:
            continue  # the same node by another road
        last = node
        for input_node in node._prev:
            heapq.heappush(heap, _Ticket(-input_node._birth, input_node))
        yield node


class _Ticket(tuple):
    """(minus birth, node), compared by the birth alone."""

    def __new__(cls, *pair):
        return super().__new__(cls, pair)

    def __lt__(self, other):
        return self[0] < other[0]


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    found = list(_youngest_first(v))
    visited.update(found)
    topo += found[::-1]


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in _youngest_first(root):
        node.grad = 0.0
