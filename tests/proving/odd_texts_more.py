"""More right engines as texts: nodes that are no records, graphs that are no nodes, and so on."""

from __future__ import annotations

_FRONT = '''
import math


def operators(cls):
    """Every operator as a call of `make(name, operands)`."""
    def binary(name):
        return (
            lambda self, other: make(name, (self, other)),
            lambda self, other: make(name, (other, self)),
        )
    for name in ("add", "sub", "mul", "truediv"):
        plain, reflected = binary(name)
        setattr(cls, f"__{name}__", plain)
        setattr(cls, f"__r{name}__", reflected)
    cls.__neg__ = lambda self: make("mul", (self, -1.0))
    cls.__pow__ = lambda self, n: make("pow", (self,), n)
    for name in ("tanh", "exp", "relu"):
        setattr(cls, name, lambda self, name=name: make(name, (self,)))
    return cls


def result(name, x, n):
    """The value and the local slopes."""
    if name == "add":
        return x[0] + x[1], (1.0, 1.0)
    if name == "sub":
        return x[0] - x[1], (1.0, -1.0)
    if name == "mul":
        return x[0] * x[1], (x[1], x[0])
    if name == "truediv":
        return x[0] / x[1], (1.0 / x[1], -x[0] / x[1] ** 2)
    if name == "pow":
        return x[0] ** n, (n * x[0] ** (n - 1) if n else 0.0,)
    if name == "tanh":
        t = math.tanh(x[0])
        return t, (1.0 - t * t,)
    if name == "exp":
        e = math.exp(x[0])
        return e, (e,)
    return (x[0], (1.0,)) if x[0] > 0 else (0.0, (0.0,))
'''

HEAP = (
    _FRONT
    + '''
import heapq
import itertools

NUMBERS = itertools.count()


@operators
class Value:
    """The youngest node with a gradient speaks next: a heap of creation numbers."""

    __slots__ = ("__dict__",)

    def __init__(self, data):
        self.data, self.grad = data, 0.0
        self.sources, self.slopes, self.number = (), (), next(NUMBERS)

    def backward(self):
        self.grad = 1.0 if self.sources else self.grad + 1.0
        waiting, queued = [(-self.number, self)], {self.number}
        while waiting:
            _, node = heapq.heappop(waiting)
            for source, slope in zip(node.sources, node.slopes):
                if source.number not in queued:
                    queued.add(source.number)
                    heapq.heappush(waiting, (-source.number, source))
                    if source.sources:
                        source.grad = 0.0
                source.grad += slope * node.grad


def make(name, operands, n=None):
    nodes = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
    data, slopes = result(name, [x.data for x in nodes], n)
    out = Value(data)
    out.sources, out.slopes = nodes, slopes
    return out


def build_topo(v, visited, topo):
    found, stack = {v.number: v}, [v]
    while stack:
        for source in stack.pop().sources:
            if source.number not in found:
                found[source.number] = source
                stack.append(source)
    topo.extend(found[number] for number in sorted(found))


def zero_grad(root):
    topo = []
    build_topo(root, None, topo)
    for node in topo:
        node.grad = 0.0
'''
)

GRAPH_APART = (
    _FRONT
    + '''
from array import array
from collections import namedtuple

Entry = namedtuple("Entry", "sources slopes")
ENTRIES, NODES, DATA, GRADS = [], [], array("d"), array("d")


@operators
class Value:
    """A number of a row; numbers in arrays and named tuples, all outside of it."""

    def __init__(self, data, sources=(), slopes=()):
        self.row = len(ENTRIES)
        ENTRIES.append(Entry(sources, slopes))
        NODES.append(self)
        DATA.append(data)
        GRADS.append(0.0)

    data = property(lambda self: DATA[self.row], lambda self, x: DATA.__setitem__(self.row, x))
    grad = property(lambda self: GRADS[self.row], lambda self, x: GRADS.__setitem__(self.row, x))

    def __eq__(self, other):
        return isinstance(other, Value) and self.row == other.row

    def __hash__(self):
        return self.row

    def backward(self):
        new = gradients(self.row)
        for row, gradient in new.items():
            leaf = not ENTRIES[row].sources
            GRADS[row] = GRADS[row] + gradient if leaf else gradient

    def zero_grad(self):
        for row in below(self.row):
            GRADS[row] = 0.0


def make(name, operands, n=None):
    nodes = [x if isinstance(x, Value) else Value(x) for x in operands]
    data, slopes = result(name, [x.data for x in nodes], n)
    return Value(data, tuple(x.row for x in nodes), slopes)


def below(row):
    found, stack = {row}, [row]
    while stack:
        for source in ENTRIES[stack.pop()].sources:
            if source not in found:
                found.add(source)
                stack.append(source)
    return sorted(found)


def gradients(root):
    """A pure function: the gradient of every row below this one."""
    new = dict.fromkeys(below(root), 0.0)
    new[root] = 1.0
    for row in sorted(new, reverse=True):
        for source, slope in zip(*ENTRIES[row]):
            new[source] += slope * new[row]
    return new


def build_topo(v, visited, topo):
    topo.extend(NODES[row] for row in below(v.row))
'''
)
FORWARD_MODE = (
    _FRONT
    + '''

@operators
class Value:
    """No walk back at all: every node carries its slopes with respect to the leaves."""

    def __init__(self, data, sources=(), by_leaf=None):
        self.data, self.grad, self.sources = data, 0.0, sources
        self.by_leaf = {self: 1.0} if by_leaf is None else by_leaf

    def backward(self):
        for leaf, slope in self.by_leaf.items():
            leaf.grad += slope
        if self.sources:
            self.grad = 1.0


def make(name, operands, n=None):
    nodes = [x if isinstance(x, Value) else Value(x, by_leaf={}) for x in operands]
    data, slopes = result(name, [x.data for x in nodes], n)
    by_leaf = {}
    for node, slope in zip(nodes, slopes):
        for leaf, below in node.by_leaf.items():
            by_leaf[leaf] = by_leaf.get(leaf, 0.0) + slope * below
    return Value(data, tuple(nodes), by_leaf)


def build_topo(v, visited, topo):
    stack = [(v, iter(v.sources))]
    visited.add(v)
    while stack:
        node, rest = stack[-1]
        for source in rest:
            if source not in visited:
                visited.add(source)
                stack.append((source, iter(source.sources)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
'''
)

FRACTIONS_INSIDE = (
    _FRONT.replace("import math\n", "import math\nfrom fractions import Fraction\n")
    + '''

@operators
class Value:
    """Counts in fractions inside and shows floats."""

    def __init__(self, data, sources=(), slopes=()):
        self.exact = exact(data)
        self.sum = Fraction(0)
        self.sources, self.slopes = sources, slopes

    @property
    def data(self):
        return float(self.exact)

    @data.setter
    def data(self, number):
        self.exact = exact(number)

    @property
    def grad(self):
        return float(self.sum)

    @grad.setter
    def grad(self, number):
        self.sum = Fraction(number)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.sources:
                node.sum = Fraction(0)
        self.sum += 1
        for node in reversed(topo):
            for source, slope in zip(node.sources, node.slopes):
                source.sum = rounded(source.sum + exact(slope) * node.sum)


def exact(number):
    return number if isinstance(number, Fraction) else Fraction(number)

def rounded(number):
    """Long fractions are cut: 200 binary digits are plenty."""
    return number.limit_denominator(1 << 200) if number.denominator >> 400 else number


def make(name, operands, n=None):
    nodes = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
    data, slopes = result(name, [x.exact for x in nodes], n)
    return Value(rounded(exact(data)), nodes, slopes)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack += [(node, True), *((source, False) for source in node.sources)]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo: node.grad = 0
'''
)
