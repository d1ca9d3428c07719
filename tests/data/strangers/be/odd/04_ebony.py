"""Rules as coroutines: a rule is started when the node is made, and sleeps until it is sent a
gradient; then it says who gets what and goes to sleep again."""

import math


def sleeping(rule):
    def start(*arguments):
        coroutine = rule(*arguments)
        next(coroutine)
        return coroutine

    return start


@sleeping
def linear(pairs):
    shares = ()
    while True:
        g = yield shares
        shares = [(node, slope * g) for node, slope in pairs]


@sleeping
def nothing():
    while True:
        yield ()


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad, self._op = data, 0.0, _op
        self._edges = list(_prev)
        self._backward = linear(self._edges) if _prev else nothing()

    @property
    def _prev(self):
        return [node for node, _ in self._edges]

    def __add__(self, other):
        other = one(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)], "+")

    def __mul__(self, other):
        other = one(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)], "*")

    def __pow__(self, n):
        x = self.data
        return Value(x**n, [(self, 0.0 if not n else n * x ** (n - 1))], "**")

    def __sub__(self, other):
        other = one(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)], "-")

    def __truediv__(self, other):
        other = one(other)
        over = 1.0 / other.data
        q = self.data / other.data
        return Value(q, [(self, over), (other, -q * over)], "/")

    __radd__ = lambda self, other: one(other) + self  # noqa: E731
    __rsub__ = lambda self, other: one(other) - self  # noqa: E731
    __rmul__ = lambda self, other: one(other) * self  # noqa: E731
    __rtruediv__ = lambda self, other: one(other) / self  # noqa: E731
    __neg__ = lambda self: Value(-self.data, [(self, -1.0)], "neg")  # noqa: E731

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)], "tanh")

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)], "exp")

    def relu(self):
        return Value(*((self.data, [(self, 1.0)]) if self.data > 0 else (0.0, [(self, 0.0)])))

    def backward(self):
        order = list(climb(self))
        for node in order:
            node.grad *= not node._edges
            if node.grad != node.grad:
                node.grad = 0.0 if node._edges else node.grad
        self.grad += 1.0
        for node in reversed(order):
            for target, share in node._backward.send(node.grad):
                target.grad += share


def one(x):
    return x if isinstance(x, Value) else Value(x)


def climb(root):
    """From the leaves up to root. A hand-made call stack of iterators."""
    seen = {root}
    ladder = [iter([root])]
    names = []
    while ladder:
        node = next(ladder[-1], None)
        if node is None:
            ladder.pop()
            if names:
                yield names.pop()
        elif node is root and not names or node not in seen:
            seen.add(node)
            names.append(node)
            ladder.append(iter(node._prev))


def build_topo(v, visited, topo):
    for node in climb(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in list(climb(root)):
        node.grad = 0.0
