import math


class Value:
    """A node is a number and a list of sends: (input, function of the gradient)."""

    def __init__(self, data, *sends):
        self.data = float(data)
        self.grad = 0.0
        self.sends = sends
        self._prev = tuple([target for target, _ in sends])

    def __repr__(self):
        return f"Value({self.data}, {self.grad})"

    def _backward(self):
        for target, amount in self.sends:
            target.grad += amount(self.grad)

    @property
    def leaf(self):
        return not self.sends

    def __add__(self, other):
        other = make(other)
        return Value(self.data + other.data, (self, same), (other, same))

    def __sub__(self, other):
        other = make(other)
        return Value(self.data - other.data, (self, same), (other, negative))

    def __mul__(self, other):
        other = make(other)
        return Value(
            self.data * other.data,
            (self, lambda g: g * other.data),
            (other, lambda g: g * self.data),
        )

    def __truediv__(self, other):
        other = make(other)
        return Value(
            self.data / other.data,
            (self, lambda g: g / other.data),
            (other, lambda g: -g * self.data / other.data / other.data),
        )

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self, lambda g: 0.0))
        return Value(self.data**n, (self, lambda g: g * n * self.data ** (n - 1)))

    def __neg__(self):
        return Value(-self.data, (self, negative))

    def __radd__(self, other):
        return make(other) + self

    def __rsub__(self, other):
        return make(other) - self

    def __rmul__(self, other):
        return make(other) * self

    def __rtruediv__(self, other):
        return make(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, lambda g: g * (1.0 - t**2)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, lambda g: g * e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self, same))
        return Value(0.0, (self, lambda g: 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        if self.leaf:
            self.grad += 1.0
        else:
            self.grad = 1.0
        for node in reversed(order):
            node._backward()
        # Leave the inner nodes clean for the next call.
        for node in order[:-1]:
            if not node.leaf:
                node.grad = 0.0


def same(g):
    return g


def negative(g):
    return -g


def make(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    OPEN, CLOSE = 0, 1
    jobs = [(OPEN, v)]
    while jobs:
        job, node = jobs.pop()
        if job == CLOSE:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            jobs.append((CLOSE, node))
            jobs += [(OPEN, x) for x in node._prev]


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
