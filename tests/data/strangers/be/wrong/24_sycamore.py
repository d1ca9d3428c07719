"""An engine that tidies up: after a pass the inner nodes are ready for the next one."""

import math
from functools import partial


def lift(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def _then(self, rule):
        self._backward = partial(rule, self, *self._prev)
        return self

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), "+")._then(pass_sum)

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, (self, other), "-")._then(pass_difference)

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other), "*")._then(pass_product)

    def __truediv__(self, other):
        other = lift(other)
        return Value(self.data / other.data, (self, other), "/")._then(pass_quotient)

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return 0.0 - self

    def __pow__(self, n):
        return Value(self.data**n, (self,), "**")._then(partial(pass_power, n))

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")._then(pass_tanh)

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")._then(pass_exp)

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu")._then(pass_relu)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._backward is not None]
        if inner:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in reversed(inner):
            node._backward()
        for node in inner[:-1]:
            node.grad = 0.0


def pass_sum(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def pass_difference(out, a, b):
    a.grad += out.grad
    b.grad -= out.grad


def pass_product(out, a, b):
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


def pass_quotient(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * out.data / b.data


def pass_power(n, out, a):
    if n != 0:
        a.grad += n * a.data ** (n - 1) * out.grad


def pass_tanh(out, a):
    a.grad += (1.0 - out.data * out.data) * out.grad


def pass_exp(out, a):
    a.grad += out.data * out.grad


def pass_relu(out, a):
    if a.data > 0:
        a.grad += out.grad


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for i in node._prev:
                if i not in visited:
                    stack.append((i, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
