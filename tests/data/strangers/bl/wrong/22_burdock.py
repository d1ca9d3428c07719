import math

WRAPPED = {}


def wrap(x):
    """Turn a plain number into a leaf; every number is wrapped once only."""
    if isinstance(x, Value):
        return x
    if id(x) not in WRAPPED:
        WRAPPED[id(x)] = Value(x * 1.0)
    return WRAPPED[id(x)]


class Value:
    __slots__ = ["data", "grad", "_prev", "_backward"]

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __add__(self, other):
        a, b = self, wrap(other)

        def rule(g):
            a.grad += g
            b.grad += g

        return Value(a.data + b.data, (a, b), rule)

    def __sub__(self, other):
        a, b = self, wrap(other)

        def rule(g):
            a.grad += g
            b.grad -= g

        return Value(a.data - b.data, (a, b), rule)

    def __mul__(self, other):
        a, b = self, wrap(other)
        x, y = a.data, b.data

        def rule(g):
            a.grad += g * y
            b.grad += g * x

        return Value(x * y, (a, b), rule)

    def __truediv__(self, other):
        a, b = self, wrap(other)
        x, y = a.data, b.data

        def rule(g):
            a.grad += g / y
            b.grad -= g / y * (x / y)

        return Value(x / y, (a, b), rule)

    def __pow__(self, n):
        x = self.data

        def rule(g):
            if n != 0:
                self.grad += g * n * x ** (n - 1)

        return Value(x**n, (self,), rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Value(-self.data, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t * t)

        return Value(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, (self,), rule)

    def relu(self):
        on = self.data > 0

        def rule(g):
            if on:
                self.grad += g

        return Value(self.data if on else 0.0, (self,), rule)

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._backward]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        while inner:
            node = inner.pop()
            node._backward(node.grad)


def build_topo(v, visited, topo):
    todo = [(v, iter(v._prev))]
    visited.add(v)
    while todo:
        node, inputs = todo[-1]
        for inp in inputs:
            if inp not in visited:
                visited.add(inp)
                todo.append((inp, iter(inp._prev)))
                break
        else:
            del todo[-1]
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
