"""Exam engine. Rules get the node they belong to: rule(out)."""

from functools import partial
from math import exp, tanh


def rule_add(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad += out.grad


def rule_mul(out):
    a, b = out._prev
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


def rule_div(out):
    a, b = out._prev
    a.grad += out.grad / b.data
    b.grad += -a.data / b.data / b.data * out.grad


def rule_pow(out, n):
    (a,) = out._prev
    if n != 0:
        a.grad += n * a.data ** (n - 1) * out.grad


def rule_tanh(out):
    (a,) = out._prev
    a.grad += (1 - out.data * out.data) * out.grad


def rule_exp(out):
    (a,) = out._prev
    a.grad += out.data * out.grad


def rule_relu(out):
    (a,) = out._prev
    if a.data >= 0:
        a.grad += out.grad


def nothing():
    pass


class Value:
    def __init__(self, data, _prev=(), rule=None, **extra):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = partial(rule, self, **extra) if rule else nothing

    def __add__(self, other):
        other = val(other)
        return Value(self.data + other.data, (self, other), rule_add)

    def __mul__(self, other):
        other = val(other)
        return Value(self.data * other.data, (self, other), rule_mul)

    def __truediv__(self, other):
        other = val(other)
        return Value(self.data / other.data, (self, other), rule_div)

    def __pow__(self, n):
        return Value(self.data**n, (self,), rule_pow, n=n)

    def tanh(self):
        return Value(tanh(self.data), (self,), rule_tanh)

    def exp(self):
        return Value(exp(self.data), (self,), rule_exp)

    def relu(self):
        return Value(max(0.0, self.data), (self,), rule_relu)

    # everything else is made of these

    def __neg__(self):
        return -1 * self

    def __sub__(self, other):
        return self + -1 * val(other)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return other + -1 * self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return val(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1
        for node in reversed(inner):
            node._backward()


def val(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [v]
    pending = {v: list(v._prev)}
    while stack:
        node = stack[-1]
        if pending[node]:
            p = pending[node].pop()
            if p not in visited:
                visited.add(p)
                pending[p] = list(p._prev)
                stack.append(p)
        else:
            topo.append(stack.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
