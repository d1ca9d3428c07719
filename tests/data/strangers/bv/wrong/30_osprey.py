import math

LEAF = "leaf"


class Value:
    """A number. `kind` says which operation made it."""

    def __init__(self, data, _prev=(), kind=LEAF):
        self.data = float(data)
        self.grad = 0.0
        self.kind = kind
        self._prev = _prev
        self._backward = lambda g: None

    # --- builders -------------------------------------------------------

    def _from_two(self, kind, data, other, mine, theirs):
        node = Value(data, (self, other), kind)

        def send(g):
            self.grad += g * mine
            other.grad += g * theirs

        node._backward = send
        return node

    def _from_one(self, kind, data, slope):
        node = Value(data, (self,))

        def send(g):
            self.grad += g * slope

        node._backward = send
        return node

    # --- operators ------------------------------------------------------

    def __add__(self, other):
        other = coerce(other)
        return self._from_two("add", self.data + other.data, other, 1.0, 1.0)

    def __sub__(self, other):
        other = coerce(other)
        return self._from_two("sub", self.data - other.data, other, 1.0, -1.0)

    def __mul__(self, other):
        other = coerce(other)
        return self._from_two("mul", self.data * other.data, other, other.data, self.data)

    def __truediv__(self, other):
        other = coerce(other)
        q = self.data / other.data
        return self._from_two("div", q, other, 1.0 / other.data, -q / other.data)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._from_one("pow", self.data**n, slope)

    def __neg__(self):
        return self._from_one("neg", -self.data, -1.0)

    def __radd__(self, other):
        return coerce(other).__add__(self)

    def __rsub__(self, other):
        return coerce(other).__sub__(self)

    def __rmul__(self, other):
        return coerce(other).__mul__(self)

    def __rtruediv__(self, other):
        return coerce(other).__truediv__(self)

    # --- functions ------------------------------------------------------

    def tanh(self):
        t = math.tanh(self.data)
        return self._from_one("tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._from_one("exp", e, e)

    def relu(self):
        positive = self.data > 0
        return self._from_one("relu", self.data if positive else 0.0, 1.0 if positive else 0.0)

    # --- backward -------------------------------------------------------

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node.kind != LEAF:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward(node.grad)


def coerce(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, k = stack.pop()
        while k < len(node._prev) and node._prev[k] in visited:
            k += 1
        if k == len(node._prev):
            topo.append(node)
        else:
            child = node._prev[k]
            visited.add(child)
            stack.append((node, k + 1))
            stack.append((child, 0))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
