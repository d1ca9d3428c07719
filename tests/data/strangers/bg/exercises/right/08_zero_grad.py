"""Exercise 8."""

import collections


def predict():
    """What the second call leaves, worked out with numbers alone."""
    a, b, c = 2.0, 3.0, 1.0
    d = a * b
    e, f = d + c, a + b
    left = collections.Counter()
    for _ in range(2):
        left["L"] = 1.0
        left["e"] += f * left["L"]
        left["f"] += e * left["L"]
        left["d"] += left["e"]
        left["a"] += left["f"] + b * left["d"]
        left["b"] += left["f"] + a * left["d"]
        left["c"] += left["e"]
    return {name: left[name] for name in "abc"}


SECOND_CALL_GRADS = predict()


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


def everything_below(root):
    """Yield each node once, and the root first."""
    line = collections.deque([root])
    known = set(line)
    while line:
        yield line[0]
        news = [n for n in dict.fromkeys(line.popleft()._prev) if n not in known]
        known.update(news)
        line.extendleft(news)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in list(everything_below(root)):
        vars(node).update(grad=0.0)


def train(p, steps, rate):
    """Walk p downhill on (p - 5)**2, changing p.data."""
    left = steps
    while left > 0:
        left -= 1
        off = p + -5
        loss = off * off
        # all of it is new but p, and p may remember something
        zero_grad(loss)
        loss.backward()
        p.data = p.data - rate * p.grad
    return p
