import math


class Value:
    """A number with a gradient. Functions that cost something are worked out once."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._exponential = None
        self._backward = self._nothing

    def _nothing(self):
        pass

    def _binary(self, data, other, op, left, right):
        out = Value(data, (self, other), op)

        def push():
            self.grad += left * out.grad
            other.grad += right * out.grad

        out._backward = push
        return out

    def _unary(self, data, op, slope):
        out = Value(data, (self,), op)

        def push():
            self.grad += slope * out.grad

        out._backward = push
        return out

    def __add__(self, other):
        other = node(other)
        return self._binary(self.data + other.data, other, "+", 1.0, 1.0)

    def __sub__(self, other):
        other = node(other)
        return self._binary(self.data - other.data, other, "-", 1.0, -1.0)

    def __mul__(self, other):
        other = node(other)
        return self._binary(self.data * other.data, other, "*", other.data, self.data)

    def __truediv__(self, other):
        other = node(other)
        q = self.data / other.data
        return self._binary(q, other, "/", 1 / other.data, -q / other.data)

    def __radd__(self, other):
        return node(other) + self

    def __rsub__(self, other):
        return node(other) - self

    def __rmul__(self, other):
        return node(other) * self

    def __rtruediv__(self, other):
        return node(other) / self

    def __neg__(self):
        return self._unary(-self.data, "neg", -1.0)

    def __pow__(self, n):
        if n == 0:
            return self._unary(1.0, "**", 0.0)
        return self._unary(self.data**n, "**", n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, "tanh", 1 - t * t)

    def exp(self):
        if self._exponential is None:
            self._exponential = math.exp(self.data)
        return self._unary(self._exponential, "exp", self._exponential)

    def relu(self):
        if self.data > 0:
            return self._unary(self.data, "relu", 1.0)
        return self._unary(0.0, "relu", 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            n.grad = 0.0 if n._prev else n.grad
        self.grad += 1
        for n in reversed(topo):
            n._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    path = [v]
    while path:
        n = path[-1]
        if n in visited:
            path.pop()
            continue
        fresh = [p for p in n._prev if p not in visited]
        if fresh:
            path.extend(fresh)
        else:
            visited.add(n)
            topo.append(n)
            path.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
