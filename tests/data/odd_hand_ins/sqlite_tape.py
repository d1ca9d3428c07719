import array
import math
import sqlite3

# The graph is a table: one row for each edge. The data and gradients are in two long arrays.
DB = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
DB.execute("create table edge (node integer, input integer, slope real)")
DB.execute("create index by_node on edge (node)")
DATA, GRAD = array.array("d"), array.array("d")
NODES = []
DESCENT = """
with recursive below(n) as (
    values (?) union select input from edge join below on edge.node = below.n
)
"""


class Cell:
    """data and grad look like attributes and are cells of an array."""

    def __init__(self, store):
        self.store = store

    def __get__(self, node, owner=None):
        return self if node is None else self.store[node.row]

    def __set__(self, node, number):
        self.store[node.row] = number


class Value:
    data, grad = Cell(DATA), Cell(GRAD)

    def __init__(self, data, *edges):
        self.row = len(NODES)
        NODES.append(self)
        DATA.append(data)
        GRAD.append(0.0)
        for child, slope in edges:
            DB.execute("insert into edge values (?, ?, ?)", (self.row, child.row, float(slope)))

    @property
    def _prev(self):
        rows = DB.execute("select input from edge where node = ? order by rowid", (self.row,))
        return [NODES[row] for (row,) in rows]

    def _backward(self):
        rule = DB.execute("select input, slope from edge where node = ?", (self.row,))
        for child, slope in rule:
            GRAD[child] += slope * GRAD[self.row]

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, 1), (other, 1))

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, (self, 1), (other, -1))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = lift(other)
        ratio = self.data / other.data
        return Value(ratio, (self, 1 / other.data), (other, -ratio / other.data))

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return Value(-self.data, (self, -1))

    def __pow__(self, n):
        return Value(self.data**n, (self, n * self.data ** (n - 1) if n else 0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, (1 - t) * (1 + t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        return Value(max(self.data, 0.0), (self, self.data > 0))

    def backward(self):
        rule = DESCENT + "select node, input, slope from edge join below on node = n order by node desc"
        edges = DB.execute(rule, (self.row,)).fetchall()
        for row, _, _ in edges:
            GRAD[row] = 0.0
        GRAD[self.row] += 1.0
        for row, child, slope in edges:
            GRAD[child] += slope * GRAD[row]


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    for (n,) in DB.execute(DESCENT + "select n from below order by n", (v.row,)):
        topo.append(NODES[n])


def zero_grad(root):
    for (n,) in DB.execute(DESCENT + "select n from below", (root.row,)).fetchall():
        GRAD[n] = 0.0
