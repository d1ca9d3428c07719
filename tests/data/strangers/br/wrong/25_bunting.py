import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        self._known = {}

    def __repr__(self):
        return f"Value(data={self.data}, op={self._op!r})"

    def _number(self, name, f):
        """f(data). The functions are slow, so a result is kept for the next time."""
        key = name
        if key not in self._known:
            self._known[key] = f(self.data)
        return self._known[key]

    def tanh(self):
        t = self._number("tanh", math.tanh)
        return self._chain(t, 1.0 - t * t, "tanh")

    def exp(self):
        e = self._number("exp", math.exp)
        return self._chain(e, e, "exp")

    def relu(self):
        if self.data > 0:
            return self._chain(self.data, 1.0, "relu")
        return self._chain(0.0, 0.0, "relu")

    def _chain(self, data, slope, op):
        out = Value(data, (self,), op)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def _meet(self, other, data, slope, other_slope, op):
        out = Value(data, (self, other), op)

        def _backward():
            self.grad += slope * out.grad
            other.grad += other_slope * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        other = valued(other)
        return self._meet(other, self.data + other.data, 1.0, 1.0, "+")

    def __sub__(self, other):
        other = valued(other)
        return self._meet(other, self.data - other.data, 1.0, -1.0, "-")

    def __mul__(self, other):
        other = valued(other)
        return self._meet(other, self.data * other.data, other.data, self.data, "*")

    def __truediv__(self, other):
        other = valued(other)
        q = self.data / other.data
        return self._meet(other, q, 1.0 / other.data, -q / other.data, "/")

    def __neg__(self):
        return self._chain(-self.data, -1.0, "neg")

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._chain(self.data**n, slope, f"**{n}")

    def __radd__(self, other):
        return valued(other) + self

    def __rsub__(self, other):
        return valued(other) - self

    def __rmul__(self, other):
        return valued(other) * self

    def __rtruediv__(self, other):
        return valued(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op != "":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def valued(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        fresh = next((x for x in inputs if x not in visited), None)
        if fresh is None:
            topo.append(node)
            stack.pop()
        else:
            visited.add(fresh)
            stack.append((fresh, iter(fresh._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
