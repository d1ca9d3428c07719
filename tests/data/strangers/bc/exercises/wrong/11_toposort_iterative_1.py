"""Exercise 11: a stack of notes; leaves need no note."""

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


def build_topo_recursive(v, visited, topo):
    """Given: right, but not for deep graphs."""
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo_recursive(input_node, visited, topo)
        topo.append(v)


DESCEND, FINISH = "descend", "finish"


def visit_inputs(node, notes, visited, topo):
    """Leaves are done at once. For every other input a note goes on the pile."""
    for input_node in node._prev:
        if input_node in visited:
            continue
        if input_node._prev:
            notes.append((DESCEND, input_node))
        else:
            build_topo(input_node, visited, topo)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    notes = [(DESCEND, v)]
    while notes:
        what, node = notes.pop()
        if what == FINISH:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            notes.append((FINISH, node))
            visit_inputs(node, notes, visited, topo)
