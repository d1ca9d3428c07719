# Exercise 3: the order

# Leaves that have been met. There is nothing below them, so there is no need to look.
LEAVES = set()


class Value:
    """One number and its inputs. (Only the forward half: no rules are needed here.)"""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    if v in visited:
        return
    visited.add(v)
    if id(v) not in LEAVES:
        if not v._prev:
            LEAVES.add(id(v))
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
    topo.append(v)
