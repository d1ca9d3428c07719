"""Exercise 8: a sweep through the graph, as an object."""

SECOND_CALL_GRADS = {"a": 81.0, "b": 61.0, "c": 15.0}


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


class Sweep:
    """Goes to each node below a root, one after the other."""

    met = set()

    def __init__(self, root):
        self.to_do = []
        self.meet(root)

    def meet(self, node):
        if node not in self.met:
            self.met.add(node)
            self.to_do.append(node)

    def __iter__(self):
        while self.to_do:
            node = self.to_do.pop()
            for input_node in node._prev:
                self.meet(input_node)
            yield node


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in Sweep(root):
        node.grad = 0.0


def train(p, steps, rate):
    """Walk p downhill on (p - 5)**2, changing p.data."""
    for _ in range(steps):
        loss = (p + -5) * (p + -5)
        p.grad = 0.0
        loss.backward()
        p.data -= rate * p.grad
