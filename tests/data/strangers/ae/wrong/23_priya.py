"""My engine. Plain numbers become nodes too, but nobody wants their gradient, so it is skipped."""

import math


class Value:
    def __init__(self, data, wanted=True):
        self.data = data
        self.grad = 0.0
        self.wanted = wanted
        self._prev = ()
        self._backward = lambda: None

    def receive(self, amount):
        if self.wanted:
            self.grad += amount

    def __add__(self, other):
        other = wrapped(other)
        out = result(self.data + other.data, self, other)

        def rule():
            self.receive(out.grad)
            other.receive(out.grad)

        out._backward = rule
        return out

    def __mul__(self, other):
        other = wrapped(other)
        out = result(self.data * other.data, self, other)

        def rule():
            self.receive(out.grad * other.data)
            other.receive(out.grad * self.data)

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = wrapped(other)
        out = result(self.data / other.data, self, other)

        def rule():
            self.receive(out.grad / other.data)
            other.receive(-out.grad * out.data / other.data)

        out._backward = rule
        return out

    def __pow__(self, n):
        out = result(self.data**n, self)

        def rule():
            if n != 0:
                self.receive(out.grad * n * self.data ** (n - 1))

        out._backward = rule
        return out

    def __neg__(self):
        out = result(-self.data, self)

        def rule():
            self.receive(-out.grad)

        out._backward = rule
        return out

    def __sub__(self, other):
        return self + -wrapped(other)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def tanh(self):
        out = result(math.tanh(self.data), self)

        def rule():
            self.receive(out.grad * (1.0 - out.data * out.data))

        out._backward = rule
        return out

    def exp(self):
        out = result(math.exp(self.data), self)

        def rule():
            self.receive(out.grad * out.data)

        out._backward = rule
        return out

    def relu(self):
        out = result(max(self.data, 0.0), self)

        def rule():
            if out.data > 0:
                self.receive(out.grad)

        out._backward = rule
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def wrapped(x):
    return x if isinstance(x, Value) else Value(x, wanted=False)


def result(number, *inputs):
    out = Value(number, wanted=all(i.wanted for i in inputs))
    out._prev = inputs
    return out


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_listed = stack.pop()
        if inputs_listed:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for i in node._prev:
                stack.append((i, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
