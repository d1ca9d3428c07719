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


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first.

    A node is met three times: before its left input, between the two, after its right one.
    """
    notes = [(v, 0)]
    while notes:
        node, meeting = notes.pop()
        if meeting == 0 and node in visited:
            continue
        visited.add(node)
        if meeting == 2 or not node._prev:
            topo.append(node)
        else:
            side = node._prev[0] if meeting == 0 else node._prev[-1]
            notes += [(node, meeting + 1), (side, 0)]
