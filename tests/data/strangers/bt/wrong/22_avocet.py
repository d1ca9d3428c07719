"""Engine for the exam. Leaves are registered, results are not."""
import math
import weakref


def constant(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_inbox", "__weakref__")

    leaves = weakref.WeakSet()

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward
        self._inbox = 0.0
        if not _prev:
            Value.leaves.add(self)

    def _receive(self, amount):
        self._inbox += amount

    # operators: each makes its rule, a function of the gradient that arrives

    def __add__(self, other):
        other = constant(other)

        def rule(g):
            self._receive(g)
            other._receive(g)

        return Value(self.data + other.data, (self, other), rule)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: self._receive(-g))

    def __sub__(self, other):
        other = constant(other)

        def rule(g):
            self._receive(g)
            other._receive(-g)

        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = constant(other)
        a, b = self.data, other.data

        def rule(g):
            self._receive(g * b)
            other._receive(g * a)

        return Value(a * b, (self, other), rule)

    def __truediv__(self, other):
        other = constant(other)
        a, b = self.data, other.data

        def rule(g):
            self._receive(g / b)
            other._receive(-g * a / b**2)

        return Value(a / b, (self, other), rule)

    def __pow__(self, n):
        a = self.data

        def rule(g):
            if n == 0:
                self._receive(0.0)
            else:
                self._receive(g * n * a ** (n - 1))

        return Value(a**n, (self,), rule)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return constant(other) - self

    def __rtruediv__(self, other):
        return constant(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: self._receive(g * (1.0 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: self._receive(g * e))

    def relu(self):
        gate = 1.0 if self.data > 0 else 0.0
        return Value(self.data * gate, (self,), lambda g: self._receive(g * gate))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node._inbox = 0.0
        self._receive(1.0)
        for node in reversed(order):
            if node._backward is not None:
                node.grad = node._inbox
                node._backward(node._inbox)
        for leaf in Value.leaves:
            leaf.grad += leaf._inbox


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, i + 1))
        p = node._prev[i]
        if p not in visited:
            visited.add(p)
            stack.append((p, 0))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
