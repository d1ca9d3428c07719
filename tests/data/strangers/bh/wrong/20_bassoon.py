import math


class Value:
    """What a user makes by hand. Results are Nodes."""

    _op = ""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        if _op:
            self._op = _op

    def _backward(self):
        """A leaf passes nothing on."""

    def __add__(self, other):
        return Node.join(self, other, "+", lambda x, y: x + y, lambda x, y: (1.0, 1.0))

    def __sub__(self, other):
        return Node.join(self, other, "-", lambda x, y: x - y, lambda x, y: (1.0, -1.0))

    def __mul__(self, other):
        return Node.join(self, other, "*", lambda x, y: x * y, lambda x, y: (y, x))

    def __truediv__(self, other):
        return Node.join(self, other, "/", lambda x, y: x / y, lambda x, y: (1 / y, -x / y**2))

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Node(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, n):
        return Node(self.data**n, (self,), "**", (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Node(t, (self,), "tanh", (1 - t**2,))

    def exp(self):
        e = math.exp(self.data)
        return Node(e, (self,), "exp", (e,))

    def relu(self):
        return Node(max(self.data, 0.0), (self,), "relu", (1.0 if self.data > 0 else 0.0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for thing in order:
            if isinstance(thing, Value):
                thing.grad = 0.0
        self.grad += 1.0
        for thing in reversed(order):
            thing._backward()


class Node(Value):
    """A result: starts anew in every backward pass."""

    def __init__(self, data, _prev, _op, slopes):
        super().__init__(data, _prev, _op)
        self.slopes = slopes

    @classmethod
    def join(cls, a, b, op, f, slopes):
        b = b if isinstance(b, Value) else Value(b)
        return cls(f(a.data, b.data), (a, b), op, slopes(a.data, b.data))

    def _backward(self):
        for child, slope in zip(self._prev, self.slopes):
            child.grad += self.grad * slope


def build_topo(v, visited, topo):
    stack = [(v, True)]
    while stack:
        thing, first = stack.pop()
        if not first:
            topo.append(thing)
            continue
        if thing in visited:
            continue
        visited.add(thing)
        stack.append((thing, False))
        for child in thing._prev:
            stack.append((child, True))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for thing in order:
        thing.grad = 0.0
