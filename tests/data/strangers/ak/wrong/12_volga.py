import math


class Value:
    """A scalar that remembers how it came about."""

    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = Value._rest

    @staticmethod
    def _rest():
        return None

    @classmethod
    def _ensure(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def _with(self, rule):
        self._backward = rule
        return self

    def __add__(self, other):
        a, b = self, Value._ensure(other)
        c = Value(a.data + b.data, (a, b))

        def rule():
            a.grad += c.grad
            b.grad += c.grad

        return c._with(rule)

    def __sub__(self, other):
        a, b = self, Value._ensure(other)
        c = Value(a.data - b.data, (a, b))

        def rule():
            a.grad += c.grad
            b.grad -= c.grad

        return c._with(rule)

    def __mul__(self, other):
        a, b = self, Value._ensure(other)
        c = Value(a.data * b.data, (a, b))

        def rule():
            a.grad += c.grad * b.data
            b.grad += c.grad * a.data

        return c._with(rule)

    def __truediv__(self, other):
        a, b = self, Value._ensure(other)
        c = Value(a.data / b.data, (a, b))

        def rule():
            a.grad += c.grad / b.data
            b.grad -= c.grad * c.data / b.data

        return c._with(rule)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def __neg__(self):
        return self * -1.0

    def __pow__(self, n):
        a = self
        c = Value(a.data**n, (a,))

        def rule():
            if n != 0:
                a.grad += c.grad * n * a.data ** (n - 1)

        return c._with(rule)

    def tanh(self):
        a = self
        c = Value(math.tanh(a.data), (a,))

        def rule():
            a.grad += c.grad * (1 - c.data * c.data)

        return c._with(rule)

    def exp(self):
        a = self
        c = Value(math.exp(a.data), (a,))

        def rule():
            a.grad += c.grad * c.data

        return c._with(rule)

    def relu(self):
        a = self
        c = Value(a.data if a.data > 0 else 0.0, (a,))

        def rule():
            a.grad += c.grad if c.data > 0 else 0.0

        return c._with(rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    """Go down along the first inputs, then come up again and look at the others."""
    spine = []
    while v not in visited:
        visited.add(v)
        spine.append(v)
        if v._prev:
            v = v._prev[0]
    while spine:
        node = spine.pop()
        for other in node._prev[1:]:
            build_topo(other, visited, topo)
        topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
