import math


class Cell:
    """One cell of a linked list, used as a stack."""
    __slots__ = ("item", "next")

    def __init__(self, item, next):
        self.item = item
        self.next = next


class Value:
    def __init__(self, data, *inputs):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = None

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev and node is not self:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward(node.grad)

    def __add__(self, other):
        other = value_of(other)
        out = Value(self.data + other.data, self, other)

        def rule(g):
            self.grad += g
            other.grad += g
        out._backward = rule
        return out

    def __sub__(self, other):
        other = value_of(other)
        out = Value(self.data - other.data, self, other)

        def rule(g):
            self.grad += g
            other.grad -= g
        out._backward = rule
        return out

    def __mul__(self, other):
        other = value_of(other)
        out = Value(self.data * other.data, self, other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data
        out._backward = rule
        return out

    def __truediv__(self, other):
        other = value_of(other)
        out = Value(self.data / other.data, self, other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / (other.data * other.data)
        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, self)

        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)
        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), self)

        def rule(g):
            self.grad += g * (1 - out.data ** 2)
        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), self)

        def rule(g):
            self.grad += g * out.data
        out._backward = rule
        return out

    def relu(self):
        positive = self.data > 0
        out = Value(self.data if positive else 0.0, self)

        def rule(g):
            self.grad += g if positive else 0.0
        out._backward = rule
        return out

    def __neg__(self): return 0 - self
    def __radd__(self, other): return value_of(other) + self
    def __rsub__(self, other): return value_of(other) - self
    def __rmul__(self, other): return value_of(other) * self
    def __rtruediv__(self, other): return value_of(other) / self


def value_of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    top = Cell((v, False), None)
    while top is not None:
        node, done = top.item
        top = top.next
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            top = Cell((node, True), top)
            for p in node._prev:
                top = Cell((p, False), top)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
