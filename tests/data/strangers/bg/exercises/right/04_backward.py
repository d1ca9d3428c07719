import graphlib
import itertools


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
        # The library knows how to sort. It wants "predecessors", and what has to go first
        # here is the consumers, so the graph is handed over upside down.
        sorter = graphlib.TopologicalSorter()
        sorter.add(self)
        seen, fringe = {id(self)}, [self]
        while fringe:
            consumer = fringe.pop(0)
            for node in dict.fromkeys(consumer._prev):
                sorter.add(node, consumer)
                if id(node) not in seen:
                    seen.add(id(node))
                    fringe.insert(0, node)
        one = itertools.chain([1.0])
        self.grad = next(one)
        for node in sorter.static_order():
            run = node._backward
            run()
        return self.grad


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)
