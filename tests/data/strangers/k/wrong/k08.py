import math


class Value:
    """Backward goes with Kahn's algorithm: a node is ready when no consumer is pending."""

    def __init__(self, data, parents=(), locals_=()):
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self._locals = locals_

    def _backward(self):
        for parent, local in zip(self._prev, self._locals):
            parent.grad += local * self.grad

    @staticmethod
    def of(x):
        return x if type(x) is Value else Value(x)

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = Value.of(other)
        p, q = self.data, other.data
        return Value(p / q, (self, other), (1 / q, -p / q**2))

    def __pow__(self, n):
        local = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), (local,))

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __neg__(self):
        return 0.0 - self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data * on, (self,), (float(on),))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    pending = {v: 0}
    todo = [v]
    while todo:
        for parent in todo.pop()._prev:
            if parent not in pending:
                pending[parent] = 0
                todo.append(parent)
                pending[parent] += 1
    ready = [v]
    while ready:
        node = ready.pop()
        visited.add(node)
        topo.append(node)
        for parent in node._prev:
            pending[parent] -= 1
            if pending[parent] == 0:
                ready.append(parent)
    topo.reverse()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
