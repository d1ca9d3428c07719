"""Exercise 8: the waiting list is a dictionary, and the loop is a method of the step."""

SECOND_CALL_GRADS = {name: float(number) for name, number in zip("abc", (81, 61, 15))}

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
    to_do, done = {root: None}, set()
    while to_do:
        node, _ = to_do.popitem()
        done.add(node)
        node.grad = 0.0
        to_do.update(dict.fromkeys(below for below in node._prev if below not in done))


def train(p, steps, rate):
    """Walk p downhill on (p - 5)**2, changing p.data."""
    remaining = steps
    while remaining > 0:
        remaining -= 1
        factors = [p + -5 for _ in "()"]
        loss = factors[0] * factors[1]
        zero_grad(loss)  # a fresh graph is clean, except for p
        loss.backward()
        p.data = p.data - rate * p.grad
