"""13: the whole engine. A node knows how deep its expression is; backward() goes through
the nodes from the deepest to the leaves."""

import math
from functools import partial


def push_add(a, b, out):
    a.grad += out.grad
    b.grad += out.grad


def push_mul(a, b, out):
    a.grad += out.grad * b.data
    b.grad += out.grad * a.data


def push_div(a, b, out):
    a.grad += out.grad / b.data
    b.grad -= out.grad * a.data / (b.data * b.data)


def push_pow(n, a, out):
    if n == 0:
        return
    a.grad += out.grad * n * a.data ** (n - 1)


def push_tanh(a, out):
    a.grad += out.grad * (1.0 - out.data * out.data)


def push_exp(a, out):
    a.grad += out.grad * out.data


def push_relu(a, out):
    if out.data > 0.0:
        a.grad += out.grad


def push_nothing(out):
    pass


class Value:
    def __init__(self, data, _prev=(), _push=push_nothing):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._depth = depth = 0
        for node in self._prev:
            if node._depth > self._depth:
                depth = node._depth
        if self._prev:
            self._depth = depth + 1
        self._backward = partial(_push, *self._prev, self)

    def __add__(self, other):
        other = _v(other)
        return Value(self.data + other.data, (self, other), push_add)

    def __mul__(self, other):
        other = _v(other)
        return Value(self.data * other.data, (self, other), push_mul)

    def __truediv__(self, other):
        other = _v(other)
        return Value(self.data / other.data, (self, other), push_div)

    def __pow__(self, n):
        return Value(self.data**n, (self,), partial(push_pow, n))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -_v(other)

    def __radd__(self, other):
        return _v(other) + self

    def __rmul__(self, other):
        return _v(other) * self

    def __rsub__(self, other):
        return _v(other) - self

    def __rtruediv__(self, other):
        return _v(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), push_tanh)

    def exp(self):
        return Value(math.exp(self.data), (self,), push_exp)

    def relu(self):
        return Value(max(0.0, self.data), (self,), push_relu)

    def backward(self):
        nodes = under(self)
        nodes.sort(key=lambda node: node._depth, reverse=True)
        for node in nodes:
            if node._depth > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()

    def __repr__(self):
        return "Value(%r, grad=%r, depth=%d)" % (self.data, self.grad, self._depth)


def _v(x):
    return x if isinstance(x, Value) else Value(x)


def under(root):
    """All nodes that can be reached from `root`, in no particular order."""
    seen = {root}
    todo = [root]
    nodes = []
    while todo:
        node = todo.pop()
        nodes.append(node)
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return nodes


def build_topo(v, visited, topo):
    stack = [[v, 0]]
    visited.add(v)
    while stack:
        node, i = stack[-1]
        if i == len(node._prev):
            topo.append(node)
            stack.pop()
        else:
            stack[-1][1] += 1
            child = node._prev[i]
            if child not in visited:
                visited.add(child)
                stack.append([child, 0])


def zero_grad(root):
    for node in under(root):
        node.grad = 0.0
