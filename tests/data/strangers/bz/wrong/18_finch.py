"""Exercise 13: engine. Heap of tickets instead of a depth-first walk.

Each node draws a ticket when it is made. Backward takes the node with the highest ticket
next, so every consumer is done before its inputs.
"""

import heapq
import math


class Tickets:
    """A counter that can start over, so that the numbers stay short in long trainings."""

    def __init__(self):
        self.last = 0

    def draw(self):
        self.last += 1
        return self.last

    def restart(self):
        self.last = 0


tickets = Tickets()


class Value:
    def __init__(self, data, _prev=(), _op="", _rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._rule = _rule
        self._ticket = tickets.draw()

    def __repr__(self):
        return f"<{self._op or 'leaf'} #{self._ticket} {self.data}>"

    def _backward(self):
        if self._rule is not None:
            shares = self._rule(self, *self._prev)
            for source, share in zip(self._prev, shares):
                source.grad += share * self.grad

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), "+", lambda o, a, b: (1.0, 1.0))

    def __radd__(self, other):
        return as_value(other) + self

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), "-", lambda o, a, b: (1.0, -1.0))

    def __rsub__(self, other):
        return as_value(other) - self

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), "*", lambda o, a, b: (b.data, a.data))

    def __rmul__(self, other):
        return as_value(other) * self

    def __truediv__(self, other):
        other = as_value(other)
        return Value(
            self.data / other.data,
            (self, other),
            "/",
            lambda o, a, b: (1.0 / b.data, -o.data / b.data),
        )

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda o, a: (-1.0,))

    def __pow__(self, n):
        def rule(o, a):
            return (n * a.data ** (n - 1) if n else 0.0,)

        return Value(self.data**n, (self,), "pow", rule)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh", lambda o, a: (1.0 - o.data * o.data,))

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp", lambda o, a: (o.data,))

    def relu(self):
        value = self.data if self.data > 0.0 else 0.0
        return Value(value, (self,), "relu", lambda o, a: (float(a.data > 0.0),))

    def backward(self):
        order = list(newest_first(self))
        for node in order:
            if node._rule is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def newest_first(root, seen=None):
    """Every node reachable from `root`, from the highest ticket to the lowest."""
    seen = set() if seen is None else seen
    seen.add(root)
    heap = [(-root._ticket, 0, root)]
    pushed = 0
    while heap:
        _, _, node = heapq.heappop(heap)
        yield node
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                pushed += 1
                heapq.heappush(heap, (-source._ticket, pushed, source))


def build_topo(v, visited, topo):
    topo.extend(reversed(list(newest_first(v, visited))))
    return topo


def zero_grad(root):
    """Gradients back to 0.0; what is built after this is a new round with new tickets."""
    for node in newest_first(root):
        node.grad = 0.0
    tickets.restart()


def _demo():
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    loss = (a * b + c) * (a + b)
    for expected in ((22, 17, 5), (44, 34, 10)):
        loss.backward()
        print((a.grad, b.grad, c.grad), "expected", expected)
    zero_grad(loss)
    print((a.grad, b.grad, c.grad), "expected zeros")
    x = Value(3.0)
    h = x * x
    (h * 2).backward()
    (h * 5).backward()
    print(x.grad, "expected 42")


if __name__ == "__main__":
    _demo()
