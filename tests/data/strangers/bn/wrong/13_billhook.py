import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_op")

    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad = data, 0.0
        self._prev, self._op = _prev, _op
        self._backward = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = _backward
        return out

    def _map(self, data, slope, op):
        out = Value(data, (self,), op)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        if n == 0:
            return self._map(1.0, 0.0, "**")
        return self._map(self.data**n, n * self.data ** (n - 1), "**")

    def __neg__(self):
        return self._map(-self.data, -1.0, "neg")

    def tanh(self):
        t = math.tanh(self.data)
        return self._map(t, 1 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._map(e, e, "exp")

    def relu(self):
        return self._map(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0, "relu")

    def __sub__(self, other):
        return self + -(other if isinstance(other, Value) else Value(other))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return Value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    """Down the first inputs in a loop, then up again, with a look at the others."""
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
