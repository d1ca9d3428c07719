# Scalar autograd, third attempt. Now without closures: a node stores (input, slope).
import math


class Value:
    def __init__(self, data, *links):
        self.data = data
        self.grad = 0.0
        self._links = links
        self._prev = [v for v, _ in links]

    def _backward(self):
        g = self.grad
        for v, slope in self._links:
            g = slope * g
            v.grad += g

    @classmethod
    def coerce(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = self.coerce(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __radd__(self, other):
        return self.coerce(other) + self

    def __mul__(self, other):
        other = self.coerce(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __rmul__(self, other):
        return self.coerce(other) * self

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __sub__(self, other):
        return self + (-self.coerce(other))

    def __rsub__(self, other):
        return self.coerce(other) - self

    def __truediv__(self, other):
        return self * self.coerce(other) ** -1

    def __rtruediv__(self, other):
        return self.coerce(other) / self

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(slope * self.data, (self, slope))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._links:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    # A node is met twice: on the way down, and when all of its inputs are in the list.
    stack = [(v, False)]
    while stack:
        top, way_back = stack.pop()
        if way_back:
            topo.append(top)
            continue
        if top in visited:
            continue
        visited.add(top)
        stack.append((top, True))
        for w in top._prev:
            if w not in visited:
                stack.append((w, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
