"""Exercise 4: start from a clean graph, then give the leaves back what they had."""


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
        nodes = []
        build_topo(self, set(), nodes)
        earlier = {node: node.grad for node in nodes if not node._prev}
        for node in nodes:
            node.grad = 0.0
        self.grad = 1.0
        while nodes:
            nodes.pop()._backward()
        # What another graph has sent to a leaf comes on top.
        for leaf, sent in earlier.items():
            if leaf.grad:
                leaf.grad += sent


def build_topo(v, visited, topo):
    """Given: append to `topo` every node reachable from `v`, each once, inputs first."""
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)
