import math


class Value:
    """A node. `_own` counts how often a leaf has been a root itself."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._own = 0.0
        self._backward = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def step():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = step
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def step():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = step
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def step():
            self.grad += 0.0 if n == 0 else out.grad * n * self.data ** (n - 1)

        out._backward = step
        return out

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other**-1
        return self * (1 / other)

    def __rtruediv__(self, other):
        return self**-1 * other

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def step():
            self.grad += out.grad * (1 - t * t)

        out._backward = step
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def step():
            self.grad += out.grad * out.data

        out._backward = step
        return out

    def relu(self):
        out = Value(0.0 if self.data <= 0 else self.data, (self,), "relu")

        def step():
            self.grad += out.grad if out.data > 0 else 0.0

        out._backward = step
        return out

    def backward(self):
        if not self._prev:
            self._own += 1.0
            self.grad = self._own
            return
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, at = stack.pop()
        while at < len(node._prev) and node._prev[at] in visited:
            at += 1
        if at == len(node._prev):
            topo.append(node)
        else:
            child = node._prev[at]
            visited.add(child)
            stack += [(node, at + 1), (child, 0)]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = node._own = 0.0
