"""Exercise 11: no way back is needed if each node knows how often it is used.

A node may be taken once all of its users have been taken. That gives the list from its end.
"""


class Value:
    """One number and its inputs. (Only the forward half: no rules are needed here.)"""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        self._uses = 0
        for input_node in _prev:
            input_node._uses += 1

    def __repr__(self):
        return f"Value(data={self.data})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")


def build_topo_recursive(v, visited, topo):
    """Given: right, but not for deep graphs."""
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo_recursive(input_node, visited, topo)
        topo.append(v)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    taken = {}  # how many users of a node have been taken so far
    ready = [v]
    while ready:
        node = ready.pop()
        visited.add(node)
        topo.append(node)
        for input_node in node._prev:
            taken[input_node] = taken.get(input_node, 0) + 1
            if taken[input_node] == input_node._uses:
                ready.append(input_node)
    topo.reverse()
