import math


class Value:
    """Inner nodes restart by themselves: whoever gets the first contribution of a round
    forgets what he had."""

    __slots__ = ("data", "grad", "_prev", "_slopes", "_round")
    round = 0

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._round = None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _receive(self, amount):
        if self._prev and self._round != Value.round:
            self._round = Value.round
            self.grad = 0.0
        self.grad += amount

    def _backward(self):
        g = self.grad
        for node, slope in zip(self._prev, self._slopes):
            node._receive(slope * g)

    def __add__(self, other):
        other = _lift(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = _lift(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __sub__(self, other):
        other = _lift(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __truediv__(self, other):
        other = _lift(other)
        ratio = self.data / other.data
        return Value(ratio, (self, other), (1 / other.data, -ratio / other.data))

    def __radd__(self, left):
        return _lift(left) + self

    def __rmul__(self, left):
        return _lift(left) * self

    def __rsub__(self, left):
        return _lift(left) - self

    def __rtruediv__(self, left):
        return _lift(left) / self

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), (0.0,))
        return Value(self.data**n, (self,), (n * self.data ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), ((1 - t) * (1 + t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        Value.round = (Value.round + 1) % 256
        topo = []
        build_topo(self, set(), topo)
        self._receive(1.0)
        for node in reversed(topo):
            node._backward()


def _lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += (node, None, *node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
