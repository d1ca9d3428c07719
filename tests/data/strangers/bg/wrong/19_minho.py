"""During a call gradients flow in a field of their own; `grad` is what the user sees."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self._shown = 0.0
        self._flow = 0.0
        self._bank = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = None

    @property
    def grad(self):
        return self._shown

    @grad.setter
    def grad(self, number):
        self._shown = number
        if number == 0:
            self._bank = 0.0

    def _settle(self):
        """The end of a call: a leaf puts the flow into its bank, an inner node shows it."""
        if self._prev:
            self._shown = self._flow
        else:
            self._bank += self._flow
            self._shown = self._bank

    def __add__(self, other):
        other = value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self._flow += out._flow
            other._flow += out._flow

        out._backward = rule
        return out

    def __mul__(self, other):
        other = value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self._flow += out._flow * other.data
            other._flow += out._flow * self.data

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def rule():
            self._flow += out._flow / other.data
            other._flow -= out._flow * out.data / other.data

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "pow")

        def rule():
            if n:
                self._flow += out._flow * n * self.data ** (n - 1)

        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule():
            self._flow += out._flow * (1.0 - out.data**2)

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def rule():
            self._flow += out._flow * out.data

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,), "relu")

        def rule():
            if out.data > 0.0:
                self._flow += out._flow

        out._backward = rule
        return out

    def __neg__(self):
        return self * -1.0

    def __radd__(self, other):
        return value(other) + self

    def __sub__(self, other):
        return self + value(other) * -1.0

    def __rsub__(self, other):
        return value(other) + self * -1.0

    def __rmul__(self, other):
        return value(other) * self

    def __rtruediv__(self, other):
        return value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node._flow = 0.0
        self._flow = 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward()
        for node in topo:
            node._settle()


def value(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for source in node._prev[::-1]:
                stack.append((source, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
