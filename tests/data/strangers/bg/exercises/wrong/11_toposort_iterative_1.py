"""Exercise 11: the order of a very deep graph."""


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


# So many nodes deep the short way is safe: Python allows about a thousand.
SHALLOW = 200


def build_topo_recursive(v, visited, topo):
    """Given: right, but not for deep graphs."""
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo_recursive(input_node, visited, topo)
        topo.append(v)


def near(v, visited, topo, room):
    """The order of a node that is not far from the root."""
    if v in visited:
        return
    if room == 0:
        far(v, visited, topo)
        return
    visited.add(v)
    for input_node in v._prev:
        near(input_node, visited, topo, room - 1)
    topo.append(v)


def far(v, visited, topo):
    """The same with a pile of notes: (node, its inputs that are still to come)."""
    visited.add(v)
    notes = [(v, iter(v._prev))]
    while notes:
        node, inputs = notes[-1]
        for input_node in inputs:
            if input_node not in visited:
                visited.add(input_node)
                notes.append((input_node, iter(input_node._prev)))
                break
        else:
            topo.append(node)
            notes.pop()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    near(v, visited, topo, SHALLOW)
