"""Exercise 11: from the leaves upwards, each node waiting for its last input."""


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
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    used_by = {v: []}
    leaves = []
    missing = {}
    for node in (queue := [v]):
        different = set(node._prev)
        missing[node] = len(different)
        if not different:
            leaves.append(node)
        for below in different:
            if below not in used_by:
                used_by[below] = []
                queue.append(below)
            used_by[below].append(node)

    while leaves:
        ready = leaves.pop()
        visited.add(ready)
        topo.append(ready)
        for consumer in used_by[ready]:
            missing[consumer] -= 1
            if missing[consumer] == 0:
                leaves.append(consumer)
