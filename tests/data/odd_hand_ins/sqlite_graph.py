"""The graph is a table in an SQLite database in memory; "reachable from" is a recursive query,
and "inputs first" is ORDER BY the primary key."""
import math
import sqlite3

db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
db.executescript("""
    PRAGMA journal_mode = OFF;
    CREATE TABLE edge (result INTEGER, nr INTEGER, source INTEGER, slope REAL,
                       PRIMARY KEY (result, nr)) WITHOUT ROWID;
""")
REACHABLE = """
    WITH RECURSIVE reach(id) AS (
        VALUES (?)
        UNION
        SELECT source FROM reach JOIN edge ON edge.result = reach.id)
"""
NODES = []


class Value:
    def __init__(self, data, *edges):
        self.id = len(NODES)
        NODES.append(self)
        self.data = data
        self.grad = 0.0
        self.inner = bool(edges)
        for nr, (source, slope) in enumerate(edges):
            db.execute("INSERT INTO edge VALUES (?, ?, ?, ?)", (self.id, nr, source.id, slope))

    @property
    def _prev(self):
        rows = db.execute("SELECT source FROM edge WHERE result = ? ORDER BY nr", (self.id,))
        return [NODES[i] for (i,) in rows]

    def _backward(self):
        rows = db.execute("SELECT source, slope FROM edge WHERE result = ?", (self.id,)).fetchall()
        for i, slope in rows:
            NODES[i].grad += slope * self.grad

    def __add__(self, o):
        o = row(o)
        return Value(self.data + o.data, (self, 1.0), (o, 1.0))

    def __sub__(self, o):
        o = row(o)
        return Value(self.data - o.data, (self, 1.0), (o, -1.0))

    def __mul__(self, o):
        o = row(o)
        return Value(self.data * o.data, (self, o.data), (o, self.data))

    def __truediv__(self, o):
        o = row(o)
        return Value(self.data / o.data, (self, 1 / o.data), (o, -self.data / o.data**2))

    def __pow__(self, n):
        return Value(self.data**n, (self, n * self.data ** (n - 1) if n else 0.0))

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        return Value(max(self.data, 0.0), (self, float(self.data > 0)))

    def __radd__(self, o): return row(o) + self
    def __rsub__(self, o): return row(o) - self
    def __rmul__(self, o): return row(o) * self
    def __rtruediv__(self, o): return row(o) / self

    def backward(self):
        nodes = reachable(self, "DESC")
        for node in nodes:
            if node.inner:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            if node.inner:
                node._backward()


def row(o):
    return o if isinstance(o, Value) else Value(o)


def reachable(root, direction):
    query = REACHABLE + "SELECT id FROM reach ORDER BY id " + direction
    return [NODES[i] for (i,) in db.execute(query, (root.id,))]


def build_topo(v, visited, topo):
    topo += reachable(v, "ASC")


def zero_grad(root):
    for node in reachable(root, "ASC"):
        node.grad = 0.0
