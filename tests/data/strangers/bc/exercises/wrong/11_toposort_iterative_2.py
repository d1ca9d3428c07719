"""Exercise 11: postorder with one stack: look at the top, go left, go right, take it off."""

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
    stack = [v]
    while stack:
        top = stack[-1]
        if top in visited:
            stack.pop()
        elif not top._prev:
            visited.add(stack.pop())
            topo.append(top)
        elif top._prev[0] not in visited:
            stack.append(top._prev[0])
        elif top._prev[-1] not in visited:
            stack.append(top._prev[-1])
        else:
            visited.add(stack.pop())
            topo.append(top)
