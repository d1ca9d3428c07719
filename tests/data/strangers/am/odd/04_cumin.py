import math
from collections import Counter, deque


class Value:
    def __init__(self, data, _prev=(), _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = set(_prev)
        self._backward = _rule

    # One operation to rule them all: a weighted sum of what the inputs may move.

    @staticmethod
    def _make(number, *terms):
        def rule(upstream):
            for node, slope in terms:
                node.grad = node.grad + upstream * slope

        return Value(number, [node for node, _ in terms], rule)

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value._make(self.data + other, (self, 1.0))
        return Value._make(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value._make(self.data * other, (self, other))
        return Value._make(self.data * other.data, (self, other.data), (other, self.data))

    def __sub__(self, other):
        if not isinstance(other, Value):
            return Value._make(self.data - other, (self, 1.0))
        return Value._make(self.data - other.data, (self, 1.0), (other, -1.0))

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value._make(self.data / other, (self, 1.0 / other))
        q = self.data / other.data
        return Value._make(q, (self, 1.0 / other.data), (other, -q / other.data))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, number):
        return Value._make(number - self.data, (self, -1.0))

    def __rtruediv__(self, number):
        q = number / self.data
        return Value._make(q, (self, -q / self.data))

    def __neg__(self):
        return Value._make(-self.data, (self, -1.0))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value._make(self.data**n, (self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return Value._make(t, (self, 1.0 - t**2))

    def exp(self):
        e = math.exp(self.data)
        return Value._make(e, (self, e))

    def relu(self):
        return Value._make(*((self.data, (self, 1.0)) if self.data > 0 else (0.0, (self, 0.0))))

    def backward(self):
        forward = []
        build_topo(self, set(), forward)
        for node in forward:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(forward):
            if node._backward is not None:
                node._backward(node.grad)


def _downwards(root):
    """From the root, and each node once the last of its consumers is through."""
    met, todo, waits = {root}, [root], Counter()
    for node in todo:
        waits.update(node._prev)
        fresh = node._prev - met
        met |= fresh
        todo += fresh
    line = deque([root])
    while line:
        node = line.popleft()
        yield node
        waits.subtract(node._prev)
        line.extend(below for below in node._prev if waits[below] == 0)


def build_topo(v, visited, topo):
    block = deque()
    block.extendleft(_downwards(v))
    topo += block


def zero_grad(root):
    for node in _downwards(root):
        node.grad = 0.0
