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
