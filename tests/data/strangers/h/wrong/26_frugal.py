"""Frugal with memory: slots, and rules that are shared by all nodes of a kind."""

import math


class Value:
    __slots__ = "data", "grad", "_prev", "_backward"

    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = idle

    def __add__(self, other):
        other = Value.cast(other)
        out = Value(self.data + other.data, (self, other))
        out._backward = add_rule
        return out

    def __mul__(self, other):
        other = Value.cast(other)
        out = Value(self.data * other.data, (self, other))
        out._backward = mul_rule
        return out

    def __truediv__(self, other):
        other = Value.cast(other)
        out = Value(self.data / other.data, (self, other))
        out._backward = div_rule
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))
        out._backward = neg_rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))
        out._backward = pow_rule(n)
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        out._backward = tanh_rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        out._backward = exp_rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))
        out._backward = relu_rule
        return out

    def __sub__(self, other):
        return self + (-Value.cast(other))

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value.cast(other) / self

    @staticmethod
    def cast(x):
        return x if isinstance(x, Value) else Value(x)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            node = topo.pop()
            node._backward(node)
            node._backward = idle


def idle(out):
    pass


def add_rule(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad += out.grad


def mul_rule(out):
    a, b = out._prev
    a.grad += out.grad * b.data
    b.grad += out.grad * a.data


def div_rule(out):
    a, b = out._prev
    a.grad += out.grad / b.data
    b.grad -= out.grad * a.data / b.data**2


def neg_rule(out):
    out._prev[0].grad -= out.grad


def pow_rule(n):
    def rule(out):
        (a,) = out._prev
        if n != 0:
            a.grad += out.grad * n * a.data ** (n - 1)

    return rule


def tanh_rule(out):
    out._prev[0].grad += out.grad * (1.0 - out.data**2)


def exp_rule(out):
    out._prev[0].grad += out.grad * out.data


def relu_rule(out):
    (a,) = out._prev
    if a.data > 0.0:
        a.grad += out.grad


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, list):
            topo += node
        elif node not in visited:
            visited.add(node)
            stack.append([node])
            stack.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
