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


DOWN, BACK = "on the way down", "on the way back"


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    visited.add(v)
    notes = [(DOWN, v)]
    while notes:
        way, node = notes.pop()
        if way is BACK:
            topo.append(node)
            continue
        notes.append((BACK, node))
        for input_node in node._prev:
            if input_node not in visited:
                visited.add(input_node)
                notes.append((DOWN, input_node))
