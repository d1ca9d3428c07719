import math
from collections import deque


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward if _backward else self._leaf

    def _leaf(self):
        return None

    def __add__(self, other):
        other = Value.make(other)
        out = Value(self.data + other.data, (self, other))

        def step():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = step
        return out

    def __mul__(self, other):
        other = Value.make(other)
        out = Value(self.data * other.data, (self, other))

        def step():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data
        out._backward = step
        return out

    def apply(self, y, slope):
        out = Value(y, (self,))

        def step():
            self.grad += slope * out.grad
        out._backward = step
        return out

    def __pow__(self, n):
        x = self.data
        return self.apply(x ** n, n * x ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        y = math.tanh(self.data)
        return self.apply(y, 1 - y * y)

    def exp(self):
        y = math.exp(self.data)
        return self.apply(y, y)

    def relu(self):
        x = self.data
        return self.apply(x, 1.0) if x > 0 else self.apply(0.0, 0.0)

    def __neg__(self): return self.apply(-self.data, -1.0)
    def __sub__(self, other): return self + -Value.make(other)
    def __truediv__(self, other): return self * Value.make(other) ** -1
    def __radd__(self, other): return Value.make(other) + self
    def __rsub__(self, other): return Value.make(other) - self
    def __rmul__(self, other): return Value.make(other) * self
    def __rtruediv__(self, other): return Value.make(other) / self

    @staticmethod
    def make(x):
        return x if isinstance(x, Value) else Value(x)

    def backward(self):
        order = kahn(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def kahn(root):
    """All nodes below root, consumers first, by counting consumers down."""
    open_consumers = {root: 0}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        for p in set(node._prev):
            if p not in open_consumers:
                open_consumers[p] = 0
                queue.append(p)
            open_consumers[p] += 1
    order = []
    queue.append(root)
    while queue:
        node = queue.popleft()
        order.append(node)
        for p in node._prev:
            open_consumers[p] -= 1
            if open_consumers[p] == 0:
                queue.append(p)
    return order


def build_topo(v, visited, topo):
    topo.extend(reversed(kahn(v)))


def zero_grad(root):
    for node in kahn(root):
        node.grad = 0.0
