"""Exercise 2.

A node keeps a note of how much of its gradient it has already sent on.
"""


def outstanding(node):
    """The part of a node's gradient that has not been sent to its inputs so far."""
    part = node.grad - node._sent
    node._sent = node.grad
    return part


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._sent = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            upstream = outstanding(out)
            self.grad += upstream
            other.grad += upstream

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            upstream = outstanding(out)
            self.grad += other.data * upstream
            other.grad += self.data * upstream

        out._backward = _backward
        return out
