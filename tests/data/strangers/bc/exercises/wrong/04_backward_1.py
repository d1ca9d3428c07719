"""Exercise 4: backward() in three steps, each a method of its own."""


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

    def _order(self):
        topo = []
        build_topo(self, set(), topo)
        return topo

    def _forward(self):
        """The number of this node from the numbers of its inputs."""
        numbers = [node.data for node in self._prev]
        if self._op == "+":
            return numbers[0] + numbers[1]
        if self._op == "*":
            return numbers[0] * numbers[1]
        return self.data

    def backward(self):
        """Give every node that leads to this one its gradient."""
        order = self._order()
        for node in order:
            node.data = node._forward()
        self.grad = 1.0
        for node in order[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    """Given: append to `topo` every node reachable from `v`, each once, inputs first."""
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)
