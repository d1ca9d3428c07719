"""A scalar engine.

Calls of backward() are numbered. An inner node notes the number of the call for which it
last took in a gradient: the first share of a new call replaces what is there, the others
are added.
"""

import math
from itertools import count

call_numbers = count(1)
current_call = 0


class Value:
    """One number, its gradient, and how it was made."""

    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "_call", "__weakref__", "__dict__")

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = do_nothing
        self._call = 0

    def __repr__(self):
        return f"<{self._op or 'leaf'} {self.data} grad={self.grad}>"

    def _receive(self, share):
        if self._prev and self._call != current_call:
            self._call = current_call
            self.grad = share
        else:
            self.grad += share

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self._receive(out.grad)
            other._receive(out.grad)

        out._backward = rule
        return out

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self._receive(out.grad * other.data)
            other._receive(out.grad * self.data)

        out._backward = rule
        return out

    def __sub__(self, other):
        other = wrap(other)
        out = Value(self.data - other.data, (self, other), "-")

        def rule():
            self._receive(out.grad)
            other._receive(-out.grad)

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = wrap(other)
        quotient = self.data / other.data
        out = Value(quotient, (self, other), "/")

        def rule():
            share = out.grad / other.data
            self._receive(share)
            other._receive(-share * quotient)

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def rule():
            slope = n * self.data ** (n - 1) if n != 0 else 0.0
            self._receive(slope * out.grad)

        out._backward = rule
        return out

    def __neg__(self):
        return wrap(0.0) - self

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def rule():
            self._receive((1.0 - t * t) * out.grad)

        out._backward = rule
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")

        def rule():
            self._receive(e * out.grad)

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,), "relu")

        def rule():
            if out.data > 0:
                self._receive(out.grad)

        out._backward = rule
        return out

    def backward(self):
        global current_call
        current_call = next(call_numbers)
        topo = []
        build_topo(self, set(), topo)
        self._receive(1.0)
        while topo:
            topo.pop()._backward()


def do_nothing():
    pass


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    todo = [(v, False)]
    while todo:
        node, inputs_are_done = todo.pop()
        if inputs_are_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node, True))
            todo.extend((input_node, False) for input_node in node._prev)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        fresh = set(node._prev) - seen
        seen |= fresh
        todo.extend(fresh)
