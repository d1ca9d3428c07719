"""Every local rule is a coroutine that sleeps until somebody sends it a gradient."""

import math


def coroutine(function):
    def start(*args):
        sleeper = function(*args)
        next(sleeper)
        return sleeper

    return start


@coroutine
def nobody():
    while True:
        yield


@coroutine
def one(a, slope):
    while True:
        g = yield
        a.grad += slope * g


@coroutine
def two(a, slope_a, b, slope_b):
    while True:
        g = yield
        a.grad += slope_a * g
        b.grad += slope_b * g


NOBODY = nobody()


class Value:
    def __init__(self, data, _prev=(), _backward=NOBODY):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, other):
        other = as_node(other)
        return Value(self.data + other.data, (self, other), two(self, 1.0, other, 1.0))

    def __sub__(self, other):
        other = as_node(other)
        return Value(self.data - other.data, (self, other), two(self, 1.0, other, -1.0))

    def __mul__(self, other):
        other = as_node(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), two(self, y, other, x))

    def __truediv__(self, other):
        other = as_node(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), two(self, 1.0 / y, other, -(x / y) / y))

    def __radd__(self, other):
        return as_node(other) + self

    def __rsub__(self, other):
        return as_node(other) - self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), one(self, -1.0))

    def __pow__(self, n):
        x = self.data
        return Value(power(x, n), (self,), one(self, 0.0 if n == 0 else n * power(x, n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), one(self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), one(self, e))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), one(self, 1.0 if on else 0.0))

    def backward(self):
        order = list(inputs_first(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward.send(node.grad)


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def inputs_first(root):
    """Yield the nodes. Each node on the way down is a generator that yields the unknown inputs."""
    known = {root}

    def below(node):
        for child in node._prev:
            if child not in known:
                known.add(child)
                yield child

    path = [(root, below(root))]
    while path:
        node, walker = path[-1]
        try:
            child = next(walker)
        except StopIteration:
            path.pop()
            yield node
        else:
            path.append((child, below(child)))


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    for node in inputs_first(v):
        topo.append(node)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in inputs_first(root):
        node.grad = 0.0
