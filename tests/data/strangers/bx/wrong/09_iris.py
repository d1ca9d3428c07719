import math

NEUTRAL = {"add": 0.0, "sub": 0.0, "mul": 1.0, "div": 1.0}


def number_of(x):
    return x.data if isinstance(x, Value) else float(x)


def changes_nothing(kind, x):
    """x + 0, x - 0, x * 1 and x / 1 need no new node."""
    return number_of(x) == NEUTRAL[kind]


class Arithmetic:
    """The operators. What they mean for numbers and slopes is in `work_out`."""

    def __add__(self, other):
        return self._binary("add", other)

    def __sub__(self, other):
        return self._binary("sub", other)

    def __mul__(self, other):
        return self._binary("mul", other)

    def __truediv__(self, other):
        return self._binary("div", other)

    def __radd__(self, other):
        return self._binary("add", other)

    def __rmul__(self, other):
        return self._binary("mul", other)

    def __rsub__(self, other):
        return Value(number_of(other))._binary("sub", self)

    def __rtruediv__(self, other):
        return Value(number_of(other))._binary("div", self)

    def __neg__(self):
        return self._binary("mul", -1.0)

    def _binary(self, kind, other):
        if changes_nothing(kind, other):
            return self
        if not isinstance(other, Value):
            other = Value(number_of(other))
        data, slopes = work_out(kind, self.data, other.data)
        return Value(data, (self, other), slopes)


def work_out(kind, a, b):
    if kind == "add":
        return a + b, (1.0, 1.0)
    if kind == "sub":
        return a - b, (1.0, -1.0)
    if kind == "mul":
        return a * b, (b, a)
    return a / b, (1.0 / b, -a / (b * b))


class Value(Arithmetic):
    __slots__ = ("data", "grad", "_prev", "_slopes")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(max(0.0, self.data), (self,), (slope,))

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def walk(node, visited):
    """One step of the walk: yields the inputs that are to be walked first."""
    for child in node._prev:
        if child not in visited:
            visited.add(child)
            yield child


def build_topo(v, visited, topo):
    visited.add(v)
    steps = [(v, walk(v, visited))]
    while steps:
        node, step = steps[-1]
        try:
            child = next(step)
        except StopIteration:
            steps.pop()
            topo.append(node)
        else:
            steps.append((child, walk(child, visited)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
