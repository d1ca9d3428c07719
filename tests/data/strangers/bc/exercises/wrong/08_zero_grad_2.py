"""Exercise 8: layer by layer down the graph; and a training loop that looks at changes."""

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
    done = {root}
    layer = [root]
    while layer:
        below = []
        for node in layer:
            node.grad = 0.0
            for input_node in node._prev:
                if input_node not in done:
                    done.add(input_node)
                    below.append(input_node)
        layer = below


def train(p, steps, rate):
    """Walk p downhill on (p - 5)**2, changing p.data."""
    for _ in range(steps):
        loss = (p + -5) * (p + -5)
        before = p.grad
        loss.backward()
        # Only what this step has added is the slope of this loss.
        p.data -= rate * (p.grad - before)
