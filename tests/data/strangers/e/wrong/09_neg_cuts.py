import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_slopes")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev        # the inputs
        self._slopes = _slopes    # d self / d input, one for each

    @property
    def _backward(self):
        return self._give

    def _give(self):
        grad = self.grad
        for node, slope in zip(self._prev, self._slopes):
            node.grad += grad * slope

    # -- arithmetic --
    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (self, other), (1.0, 1.0))
        return Value(self.data + other, (self,), (1.0,))

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, (self, other), (1.0, -1.0))
        return Value(self.data - other, (self,), (1.0,))

    def __rsub__(self, other):
        return Value(other - self.data, (self,), (-1.0,))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, (self, other), (other.data, self.data))
        return Value(self.data * other, (self,), (other,))

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, Value):
            q = self.data / other.data
            return Value(q, (self, other), (1 / other.data, -q / other.data))
        return Value(self.data / other, (self,), (1 / other,))

    def __rtruediv__(self, other):
        q = other / self.data
        return Value(q, (self,), (-q / self.data,))

    def __neg__(self):
        return Value(-self.data)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data ** n, (self,), (slope,))

    # -- functions --
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

    # -- the walk --
    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._give()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            # second or later sight of it: all its inputs are through, or it is listed
            stack.pop()
            if id(node) not in visited:
                visited.add(id(node))
                topo.append(node)
        else:
            visited.add(node)
            stack.extend(p for p in node._prev if p not in visited)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
