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


def label(node):
    """What tells a node from all others.

    A leaf is told by its identity, never by its number. A result is told by what was
    done to which nodes.
    """
    if node._prev:
        return node._op, tuple(id(input_node) for input_node in node._prev)
    return id(node)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    name = label(v)
    if name in visited:
        return
    visited.add(name)
    for input_node in v._prev:
        build_topo(input_node, visited, topo)
    topo.append(v)
