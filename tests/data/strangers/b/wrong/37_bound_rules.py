import math
from types import MethodType

class Value:
    def __init__(self, data, rule=None, *inputs):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = MethodType(rule, self) if rule else None

    def __add__(self, other):
        other = self.to(other)

        def rule(out):
            self.grad += out.grad
            other.grad += out.grad

        return Value(self.data + other.data, rule, self, other)

    def __mul__(self, other):
        other = self.to(other)

        def rule(out):
            self.grad, other.grad = (
                self.grad + other.data * out.grad,
                other.grad + self.data * out.grad,
            )

        return Value(self.data * other.data, rule, self, other)

    def __pow__(self, n):
        def rule(out):
            self.grad += out.grad * (n * self.data ** (n - 1) if n else 0.0)

        return Value(self.data**n, rule, self)

    def __neg__(self):
        def rule(out):
            self.grad -= out.grad

        return Value(-self.data, rule, self)

    def tanh(self):
        def rule(out):
            self.grad += out.grad * (1 - out.data * out.data)

        return Value(math.tanh(self.data), rule, self)

    def exp(self):
        def rule(out):
            self.grad += out.grad * out.data

        return Value(math.exp(self.data), rule, self)

    def relu(self):
        def rule(out):
            self.grad += out.grad * (out.data > 0)

        return Value(max(self.data, 0.0), rule, self)

    @staticmethod
    def to(x):
        return x if isinstance(x, Value) else Value(x)

    def __sub__(self, other):
        return self + -self.to(other)

    def __truediv__(self, other):
        return self * self.to(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return self.to(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return self.to(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            rule = topo.pop()._backward
            if rule is not None:
                rule()

def build_topo(v, visited, topo):
    opened, closed = [v], []
    while opened:
        node = opened.pop()
        while closed and node is closed[-1]:
            topo.append(closed.pop())
            if not opened:
                return
            node = opened.pop()
        if node not in visited:
            visited.add(node)
            closed.append(node)
            opened.append(node)
            opened.extend(node._prev)

def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
