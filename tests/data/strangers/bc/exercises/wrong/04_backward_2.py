"""Exercise 4: sort the nodes by their longest way from the root."""


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def backward(self):
        """Give every node that leads to this one its gradient."""
        distance = {self: 0}
        found = [self]
        for node in found:  # the list grows while we walk on it
            for below in node._prev:
                if below not in distance:
                    distance[below] = distance[node] + 1
                    found.append(below)
        # A node may also be reached by a longer way. The longest one counts.
        for _ in range(2):
            for node in found:
                for below in node._prev:
                    distance[below] = max(distance[below], distance[node] + 1)
        self.grad = 1.0
        for node in sorted(found, key=distance.get):
            node._backward()


def build_topo(v, visited, topo):
    """Given: append to `topo` every node reachable from `v`, each once, inputs first."""
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)
