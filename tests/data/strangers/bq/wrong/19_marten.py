import math


class Value:
    """Sums may have any number of terms: `total += x` in a loop would otherwise make a
    chain of thousands of nodes."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._slopes = ()

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, op={self._op!r})"

    def _backward(self):
        g = self.grad
        if self._op in ("sum", "total"):
            for term in self._prev:
                term.grad += g
        else:
            for node, slope in zip(self._prev, self._slopes):
                node.grad += slope * g

    def _result(self, data, op, prev, slopes):
        out = Value(data, prev, op)
        out._slopes = slopes
        return out

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), "sum")

    def __radd__(self, other):
        other = wrap(other)
        return Value(other.data + self.data, (other, self), "sum")

    def __iadd__(self, other):
        other = wrap(other)
        if self._op == "total" and other is not self:
            self._prev += (other,)
            self.data += other.data
            return self
        return Value(self.data + other.data, (self, other), "total")

    def __mul__(self, other):
        other = wrap(other)
        a, b = self.data, other.data
        return self._result(a * b, "mul", (self, other), (b, a))

    def __rmul__(self, other):
        return wrap(other) * self

    def __sub__(self, other):
        other = wrap(other)
        return self._result(self.data - other.data, "sub", (self, other), (1.0, -1.0))

    def __rsub__(self, other):
        return wrap(other) - self

    def __truediv__(self, other):
        other = wrap(other)
        a, b = self.data, other.data
        return self._result(a / b, "div", (self, other), (1.0 / b, -a / b**2))

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __neg__(self):
        return self._result(-self.data, "neg", (self,), (-1.0,))

    def __pow__(self, n):
        a = self.data
        slope = n * a ** (n - 1) if n else 0.0
        return self._result(a**n, "pow", (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return self._result(t, "tanh", (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self._result(e, "exp", (self,), (e,))

    def relu(self):
        if self.data > 0:
            return self._result(self.data, "relu", (self,), (1.0,))
        return self._result(0.0, "relu", (self,), (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for n in node._prev:
            stack.append((n, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
