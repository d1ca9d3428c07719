"""Operators put their inputs on a tray; `serve` makes the node from what lies there."""

import math

_tray = []


def take(x):
    x = x if isinstance(x, Value) else Value(x)
    _tray.append(x)
    return x.data


def serve(data, op, rule):
    node = Value(data, tuple(_tray), op)
    _tray.clear()
    node._backward = lambda: rule(node, *node._prev[: rule.__code__.co_argcount - 1])
    return node


def add_rule(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def sub_rule(out, a, b):
    a.grad += out.grad
    b.grad -= out.grad


def mul_rule(out, a, b):
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


def div_rule(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * out.data / b.data


def neg_rule(out, a):
    a.grad -= out.grad


def tanh_rule(out, a):
    a.grad += (1 - out.data * out.data) * out.grad


def exp_rule(out, a):
    a.grad += out.data * out.grad


def relu_rule(out, a):
    if a.data > 0:
        a.grad += out.grad


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, other):
        return serve(take(self) + take(other), "+", add_rule)

    def __radd__(self, other):
        return serve(take(other) + take(self), "+", add_rule)

    def __sub__(self, other):
        return serve(take(self) - take(other), "-", sub_rule)

    def __rsub__(self, other):
        return serve(take(other) - take(self), "-", sub_rule)

    def __mul__(self, other):
        return serve(take(self) * take(other), "*", mul_rule)

    def __rmul__(self, other):
        return serve(take(other) * take(self), "*", mul_rule)

    def __truediv__(self, other):
        return serve(take(self) / take(other), "/", div_rule)

    def __rtruediv__(self, other):
        return serve(take(other) / take(self), "/", div_rule)

    def __neg__(self):
        return serve(-take(self), "neg", neg_rule)

    def __pow__(self, n):
        def pow_rule(out, a):
            if n != 0:
                a.grad += n * a.data ** (n - 1) * out.grad

        return serve(take(self) ** n, "**", pow_rule)

    def tanh(self):
        return serve(math.tanh(take(self)), "tanh", tanh_rule)

    def exp(self):
        return serve(math.exp(take(self)), "exp", exp_rule)

    def relu(self):
        return serve(max(0.0, take(self)), "relu", relu_rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
