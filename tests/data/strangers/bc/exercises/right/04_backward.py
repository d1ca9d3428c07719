"""Exercise 4: backward() with the deepest node last.

Each node has a height: a leaf has 0, any other node one more than its highest input. A
consumer is higher than its inputs, so we call the rules from high to low.
"""

from itertools import groupby


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
        heights = {}
        for node in nodes:
            heights[node] = max((1 + heights[below] for below in node._prev), default=0)
        self.grad = float(self in heights)
        downwards = sorted(heights, key=heights.__getitem__, reverse=True)
        for _, floor in groupby(downwards, key=heights.__getitem__):
            # Nodes on one floor do not depend on each other: any order among them will do.
            for node in reversed(list(floor)):
                node._backward()


def build_topo(v, visited, topo):
    """Given: append to `topo` every node reachable from `v`, each once, inputs first."""
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)
