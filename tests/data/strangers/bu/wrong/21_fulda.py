import math


class Value:
    """
    Gradients restart by themselves: every call of backward() gets a number, and an inner
    node that is reached for the first time in a call forgets what it had.
    """

    calls = 0

    def __init__(self, data, prev=(), backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = prev
        self._backward = backward
        self._call = 0

    def _receive(self, g, call):
        if self._prev and self._call != call:
            self._call = call
            self.grad = 0.0
        self.grad += g

    def __add__(self, other):
        other = val(other)

        def rule(g, call):
            self._receive(g, call)
            other._receive(g, call)
        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = val(other)

        def rule(g, call):
            self._receive(g * other.data, call)
            other._receive(g * self.data, call)
        return Value(self.data * other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g, call):
            self._receive(g * n * self.data ** (n - 1) if n != 0 else 0.0, call)
        return Value(self.data ** n, (self,), rule)

    def __truediv__(self, other):
        return self * val(other) ** -1

    def __neg__(self):
        def rule(g, call):
            self._receive(-g, call)
        return Value(-self.data, (self,), rule)

    def __sub__(self, other):
        return self + -val(other)

    def __radd__(self, other):
        return val(other) + self

    def __rsub__(self, other):
        return val(other) - self

    def __rmul__(self, other):
        return val(other) * self

    def __rtruediv__(self, other):
        return val(other) / self

    def tanh(self):
        y = math.tanh(self.data)

        def rule(g, call):
            self._receive(g * (1 - y * y), call)
        return Value(y, (self,), rule)

    def exp(self):
        y = math.exp(self.data)

        def rule(g, call):
            self._receive(g * y, call)
        return Value(y, (self,), rule)

    def relu(self):
        def rule(g, call):
            self._receive(g if self.data > 0 else 0.0, call)
        return Value(max(self.data, 0.0), (self,), rule)

    def backward(self):
        self.calls += 1
        call = self.calls
        topo = []
        build_topo(self, set(), topo)
        self._receive(1.0, call)
        for node in reversed(topo):
            if node._prev:
                node._backward(node.grad, call)


def val(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    # post-order of a depth first walk; a node is on the stack once "open" and once "close"
    stack = [("open", v)]
    while stack:
        what, node = stack.pop()
        if what == "close":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append(("close", node))
            stack.extend(("open", p) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
