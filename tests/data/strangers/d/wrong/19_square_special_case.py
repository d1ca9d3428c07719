import math


class Node:
    """What all nodes share: the number, the gradient, the inputs, the walk."""

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = self._leaf_rule

    @staticmethod
    def _leaf_rule():
        return None

    def backward(self):
        path = []
        build_topo(self, set(), path)
        for n in path:
            if n._prev != ():
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(path):
            n._backward()


class Arithmetic(Node):
    """The operators. Same-node cases get rules of their own."""

    def _new(self, data, *inputs):
        out = Value(data)
        out._prev = inputs
        return out

    def __add__(self, other):
        other = Value.of(other)
        out = self._new(self.data + other.data, self, other)

        def rule():
            if self is other:
                self.grad += 2.0 * out.grad
            else:
                self.grad += out.grad
                other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = Value.of(other)
        out = self._new(self.data * other.data, self, other)

        def rule():
            if self is other:
                self.grad += self.data * out.grad
            else:
                self.grad += other.data * out.grad
                other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        other = Value.of(other)
        out = self._new(self.data - other.data, self, other)

        def rule():
            if self is not other:
                self.grad += out.grad
                other.grad -= out.grad

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = Value.of(other)
        out = self._new(self.data / other.data, self, other)

        def rule():
            if self is not other:
                self.grad += out.grad / other.data
                other.grad -= out.grad * out.data / other.data

        out._backward = rule
        return out

    def __pow__(self, n):
        out = self._new(self.data**n, self)

        def rule():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = rule
        return out

    def __neg__(self):
        out = self._new(-self.data, self)

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self


class Value(Arithmetic):
    """... and the functions."""

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def tanh(self):
        out = self._new(math.tanh(self.data), self)

        def rule():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = rule
        return out

    def exp(self):
        out = self._new(math.exp(self.data), self)

        def rule():
            self.grad += out.data * out.grad

        out._backward = rule
        return out

    def relu(self):
        out = self._new(self.data if self.data > 0 else 0.0, self)

        def rule():
            if self.data > 0:
                self.grad += out.grad

        out._backward = rule
        return out


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        n = stack[-1]
        fresh = [] if n in visited else [p for p in n._prev if p not in visited]
        if fresh:
            stack.extend(fresh)
            continue
        if n not in visited:
            visited.add(n)
            topo.append(n)
        stack.pop()


def zero_grad(root):
    path = []
    build_topo(root, set(), path)
    for n in path:
        n.grad = 0.0
