"""Exercise 8: prediction, clearing, training."""

# after the first call e and f still hold 5 and 7, and d holds 5
SECOND_CALL_GRADS = dict(a=81.0, b=61.0, c=15.0)


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


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    layer, seen = {root}, {root}
    while layer:
        below = set()
        for node in layer:
            node.grad *= 0.0
            below.update(node._prev)
        layer = below - seen
        seen |= layer


def train(p, steps, rate):
    """Walk p downhill on (p - 5)**2, changing p.data."""
    for _ in range(steps):
        off = p + -5
        loss = off * off
        zero_grad(loss)
        p.grad = 0.0
        loss.backward()
        p.data = p.data - rate * p.grad
