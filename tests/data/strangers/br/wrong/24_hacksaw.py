import math


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._backward = do_nothing

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    # Each operator says its value and its rule. The versions for plain numbers do not
    # make a node of the number.

    def __add__(self, other):
        if isinstance(other, Value):
            def rule(g):
                self.grad += g
                other.grad += g
            return connect(self.data + other.data, (self, other), rule)

        def rule(g):
            self.grad += g
        return connect(self.data + other, (self,), rule)

    def __sub__(self, other):
        if isinstance(other, Value):
            def rule(g):
                self.grad += g
                other.grad -= g
            return connect(self.data - other.data, (self, other), rule)
        return self + (-other)

    def __mul__(self, other):
        if isinstance(other, Value):
            def rule(g):
                self.grad += g * other.data
                other.grad += g * self.data
            return connect(self.data * other.data, (self, other), rule)

        def rule(g):
            self.grad += g * other
        return connect(self.data * other, (self,), rule)

    def __truediv__(self, other):
        if isinstance(other, Value):
            def rule(g):
                self.grad += g / other.data
                other.grad -= g * self.data / other.data**2
            return connect(self.data / other.data, (self, other), rule)

        def rule(g):
            self.grad += g / other
        return connect(self.data / other, (self,), rule)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        def rule(g):
            self.grad -= g
        return connect(other - self.data, (self,), rule)

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        def rule(g):
            self.grad -= g * other / self.data**2
        return connect(other // self.data, (self,), rule)

    def __neg__(self):
        return 0 - self

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)
        return connect(self.data**n, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1.0 - t * t)
        return connect(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e
        return connect(e, (self,), rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g
        return connect(max(0.0, self.data), (self,), rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def do_nothing():
    pass


def connect(data, inputs, rule):
    out = Value(data, inputs)
    out._backward = lambda: rule(out.grad)
    return out


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i < len(node._prev):
            stack.append((node, i + 1))
            if node._prev[i] not in visited:
                visited.add(node._prev[i])
                stack.append((node._prev[i], 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
