import math


class Value:
    clock = 0

    def __init__(self, data, _prev=(), _rule=None):
        Value.clock += 1
        self.time = Value.clock
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule

    def _backward(self):
        if self._rule is not None:
            self._rule(self, *self._prev)

    @staticmethod
    def cast(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        def rule(out, a, b):
            a.grad += out.grad
            b.grad += out.grad
        other = self.cast(other)
        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        def rule(out, a, b):
            a.grad += out.grad
            b.grad -= out.grad
        other = self.cast(other)
        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        def rule(out, a, b):
            a.grad += out.grad * b.data
            b.grad += out.grad * a.data
        other = self.cast(other)
        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        def rule(out, a, b):
            a.grad += out.grad / b.data
            b.grad -= out.grad * a.data / b.data ** 2
        other = self.cast(other)
        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(out, a):
            a.grad += out.grad * (n * a.data ** (n - 1) if n != 0 else 0)
        return Value(self.data ** n, (self,), rule)

    def __neg__(self):
        def rule(out, a):
            a.grad -= out.grad
        return Value(-self.data, (self,), rule)

    def tanh(self):
        def rule(out, a):
            a.grad += out.grad * (1 - out.data ** 2)
        return Value(math.tanh(self.data), (self,), rule)

    def exp(self):
        def rule(out, a):
            a.grad += out.grad * out.data
        return Value(math.exp(self.data), (self,), rule)

    def relu(self):
        def rule(out, a):
            a.grad += out.grad if a.data > 0 else 0
        return Value(max(0.0, self.data), (self,), rule)

    def __radd__(self, other): return self.cast(other) + self
    def __rsub__(self, other): return self.cast(other) - self
    def __rmul__(self, other): return self.cast(other) * self
    def __rtruediv__(self, other): return self.cast(other) / self

    def backward(self):
        order = build_topo(self, set(), [])
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    fringe = [v]
    while fringe:
        for p in fringe.pop()._prev:
            if p not in visited:
                visited.add(p)
                fringe.append(p)
    # inputs are older than what is made from them
    topo = sorted(visited, key=lambda node: node.time)
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
