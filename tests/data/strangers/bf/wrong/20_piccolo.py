"""A node keeps the name of its operation; RULES says what that means backward."""

import math

RULES = {}


def rule(name):
    def register(function):
        RULES[name] = function
        return function

    return register


class Value:
    def __init__(self, data, _prev=(), _op=None, _extra=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._extra = _extra

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = promote(other)
        return Value(self.data + other.data, (self, other), "add")

    def __sub__(self, other):
        other = promote(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __mul__(self, other):
        other = promote(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other):
        other = promote(other)
        return Value(self.data / other.data, (self, other), "div")

    def __radd__(self, other):
        return promote(other) + self

    def __rsub__(self, other):
        return promote(other) - self

    def __rmul__(self, other):
        return promote(other) * self

    def __rtruediv__(self, other):
        return promote(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "tanh")

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")

    def _backward(self):
        if self._op is not None:
            contributions = RULES[self._op](self, *self._prev)
            for node, contribution in zip(self._prev, contributions):
                node.grad += contribution

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def promote(x):
    return x if isinstance(x, Value) else Value(x)


@rule("add")
def _(out, a, b):
    return [out.grad, out.grad]


@rule("sub")
def _(out, a, b):
    return [out.grad, -out.grad]


@rule("mul")
def _(out, a, b):
    return [out.grad * b.data, out.grad * a.data]


@rule("div")
def _(out, a, b):
    return [out.grad / b.data, -out.grad * a.data / b.data**2]


@rule("neg")
def _(out, a):
    return [-out.grad]


@rule("pow")
def _(out, a):
    n = out._extra
    return [out.grad * n * a.data ** (n - 1) if n != 0 else 0.0]


@rule("tanh")
def _(out, a):
    return [out.grad * (1 - out.data**2)]


@rule("exp")
def _(out, a):
    return [out.grad * out.data]


@rule("relu")
def _(out, a):
    return [out.grad if a.data > 0 else 0.0]


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        for x in stack[-1][1]:
            if x not in visited:
                visited.add(x)
                stack.append((x, iter(x._prev)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
