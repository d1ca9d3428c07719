import itertools
import math

passes = itertools.count(1)


class Value:
    """A node asks its consumers for its gradient."""

    def __init__(self, data, *inputs):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(node for node, _ in inputs)
        self._users = []
        self._pass = 0
        self._flow = 0.0
        for node, slope in inputs:
            node._users.append((self, slope))

    def _backward(self):
        for user, slope in self._users:
            if user._pass:
                self._flow += slope * user._flow
        if self._prev:
            self.grad = self._flow
        else:
            self.grad += self._flow

    def __add__(self, other):
        other = make(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = make(other)
        return Value(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = make(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = make(other)
        a, b = self.data, other.data
        return Value(a / b, (self, 1 / b), (other, -a / b**2))

    def __pow__(self, n):
        return Value(self.data**n, (self, n * self.data ** (n - 1) if n else 0.0))

    def __radd__(self, other): return make(other) + self
    def __rsub__(self, other): return make(other) - self
    def __rmul__(self, other): return make(other) * self
    def __rtruediv__(self, other): return make(other) / self
    def __neg__(self): return Value(-self.data, (self, -1.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        return Value(max(0.0, self.data), (self, 1.0 if self.data > 0 else 0.0))

    def backward(self):
        topo, number = [], next(passes)
        build_topo(self, set(), topo)
        for node in topo:
            node._pass = number
            node._flow = 0.0
        self._flow = 1.0
        for node in reversed(topo):
            node._backward()


def make(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
