import math


class Value:
    """Every node knows how high it lies above the leaves; backward goes from high to low."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self.level = 1 + max((inp.level for inp in _prev), default=-1)
        self._backward = lambda: None

    def _unary(self, y, slope, name):
        out = Value(y, (self,), name)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def backward(self):
        nodes = reachable(self)
        for node in nodes:
            if node.level >= 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in sorted(nodes, key=lambda n: n.level, reverse=True):
            node._backward()

    def __add__(self, other):
        other = conv(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            for inp in (self, other):
                inp.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = conv(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            for inp, q in ((self, other), (other, self)):
                inp.grad += q.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._unary(self.data**n, slope, "**")

    def __neg__(self):
        return -1 * self

    def __sub__(self, other):
        return self + -1 * conv(other)

    def __truediv__(self, other):
        return self * conv(other) ** -1

    def __radd__(self, other):
        return conv(other) + self

    def __rmul__(self, other):
        return conv(other) * self

    def __rsub__(self, other):
        return conv(other) - self

    def __rtruediv__(self, other):
        return conv(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1.0 - t**2, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e, "exp")

    def relu(self):
        positive = self.data > 0
        return self._unary(self.data if positive else 0.0, 1.0 if positive else 0.0, "relu")


def conv(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    found = {root}
    front = [root]
    while front:
        front = [inp for n in front for inp in n._prev if inp not in found and not found.add(inp)]
    return found


def build_topo(v, visited, topo):
    topo += sorted(reachable(v), key=lambda n: n.level)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
