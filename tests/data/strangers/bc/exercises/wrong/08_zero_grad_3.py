"""Exercise 8: collect the nodes, then wipe them."""

from collections import deque

# First call: L 1; e 5, f 7; d 5.  Second call: e 10, f 14; d 5 + 10.
SECOND_CALL_GRADS = {
    "a": 22.0 + 15.0 * 3 + 14.0,
    "b": 17.0 + 15.0 * 2 + 14.0,
    "c": 5.0 + 10.0,
}


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
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)


def nodes_below(root):
    """The root and everything that leads to it, in no special order."""
    collected = {root}
    waiting = deque(collected)
    while waiting:
        new = set(waiting.popleft()._prev) - collected
        collected |= new
        waiting.extend(new)
    return collected


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in nodes_below(root):
        node.grad *= 0.0


def train(p, steps, rate):
    """Walk p downhill on (p - 5)**2, changing p.data."""
    for _ in range(steps):
        p.grad = 0.0
        distance = p + -5
        (distance * distance).backward()
        p.data -= rate * p.grad
