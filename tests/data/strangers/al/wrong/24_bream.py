import math
from itertools import chain


def sloped(method):
    """The method gives the number and, per input, a pair (input, slope)."""

    def operator(self, *arguments):
        number, *pairs = method(self, *arguments)
        inputs = [node for node, _ in pairs]
        slopes = [slope for _, slope in pairs]
        return Value(number, inputs, slopes)

    operator.__name__ = method.__name__
    return operator


def reflected(method):
    def operator(self, other):
        return method(Value(other), self)

    return operator


class Value:
    def __init__(self, data, inputs=(), slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(dict.fromkeys(inputs))
        self._slopes = tuple(slopes)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    @staticmethod
    def _cast(x):
        if isinstance(x, Value):
            return x
        return Value(x)

    @sloped
    def __add__(self, other):
        other = Value._cast(other)
        return self.data + other.data, (self, 1.0), (other, 1.0)

    @sloped
    def __sub__(self, other):
        other = Value._cast(other)
        return self.data - other.data, (self, 1.0), (other, -1.0)

    @sloped
    def __mul__(self, other):
        other = Value._cast(other)
        return self.data * other.data, (self, other.data), (other, self.data)

    @sloped
    def __truediv__(self, other):
        other = Value._cast(other)
        x, y = self.data, other.data
        return x / y, (self, 1.0 / y), (other, -x / y**2)

    @sloped
    def __pow__(self, n):
        if n == 0:
            return 1.0, (self, 0.0)
        return self.data**n, (self, n * self.data ** (n - 1))

    @sloped
    def __neg__(self):
        return -self.data, (self, -1.0)

    __radd__ = reflected(__add__)
    __rsub__ = reflected(__sub__)
    __rmul__ = reflected(__mul__)
    __rtruediv__ = reflected(__truediv__)

    @sloped
    def tanh(self):
        t = math.tanh(self.data)
        return t, (self, 1.0 - t * t)

    @sloped
    def exp(self):
        e = math.exp(self.data)
        return e, (self, e)

    @sloped
    def relu(self):
        if self.data > 0:
            return self.data, (self, 1.0)
        return 0.0, (self, 0.0)

    def backward(self):
        order = ordered(self)
        for node in filter(lambda n: n._prev, order):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def ordered(root):
    """Longest way from the leaves, for each node; then sort by it."""
    seen = {root}
    found = [root]
    for node in found:
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                found.append(p)
    height = {}
    users = {}
    for node in found:
        for p in node._prev:
            users.setdefault(p, []).append(node)
    missing = {node: len(node._prev) for node in found}
    layer = [node for node in found if not node._prev]
    level = 0
    while layer:
        for node in layer:
            height[node] = level
        following = []
        for user in chain.from_iterable(users.get(node, ()) for node in layer):
            missing[user] -= 1
            if missing[user] == 0:
                following.append(user)
        layer = following
        level += 1
    return sorted(found, key=height.__getitem__)


def build_topo(v, visited, topo):
    for node in ordered(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in ordered(root):
        node.grad = 0.0
