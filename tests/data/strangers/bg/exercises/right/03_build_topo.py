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
    """Append to `topo` every node reachable from `v`, each once, inputs first.

    No walk depth first: first find all nodes, then let every node that has got all of
    its inputs step into the list. The list is its own queue.
    """
    consumers = {}
    missing = {}
    found = [v]
    visited.add(v)
    while len(missing) < len(found):
        node = found[len(missing)]
        inputs = set(node._prev)
        missing[node] = len(inputs)
        for thing in inputs:
            consumers.setdefault(thing, []).append(node)
            if thing not in visited:
                visited.add(thing)
                found += [thing]
    start = len(topo)
    topo.extend(n for n in reversed(found) if missing[n] == 0)
    place = start
    while place != len(topo):
        for waiting in consumers.get(topo[place], ()):
            missing[waiting] -= 1
            if not missing[waiting]:
                topo.append(waiting)
        place += 1
    return len(topo) - start
