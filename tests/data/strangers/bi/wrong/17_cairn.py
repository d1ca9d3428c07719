"""The order below a node never changes, so it is worked out once and kept on the node."""

import math


def order_of(root):
    """All nodes below root, inputs first, root last."""
    if root._order is None:
        order = []
        for source in root._prev:
            if source._order is not None:
                order = source._order
                break
        extend_order(root, set(order), order)
        root._order = order
    return root._order


def extend_order(v, visited, order):
    if v in visited:
        return
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, sources = stack[-1]
        for source in sources:
            if source not in visited:
                visited.add(source)
                stack.append((source, iter(source._prev)))
                break
        else:
            order.append(stack.pop()[0])


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward
        self._order = None

    def backward(self):
        order = order_of(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        order[-1].grad += 1.0
        for node in reversed(order):
            if node._backward:
                node._backward(node)

    def _other(self, x):
        return x if isinstance(x, Value) else Value(float(x))

    def __add__(self, other):
        return _add(self, self._other(other))

    def __radd__(self, other):
        return _add(self._other(other), self)

    def __sub__(self, other):
        return _sub(self, self._other(other))

    def __rsub__(self, other):
        return _sub(self._other(other), self)

    def __mul__(self, other):
        return _mul(self, self._other(other))

    def __rmul__(self, other):
        return _mul(self._other(other), self)

    def __truediv__(self, other):
        return _div(self, self._other(other))

    def __rtruediv__(self, other):
        return _div(self._other(other), self)

    def __neg__(self):
        def rule(out):
            self.grad -= out.grad

        return Value(-self.data, (self,), rule)

    def __pow__(self, n):
        def rule(out):
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        return Value(self.data**n, (self,), rule)

    def tanh(self):
        def rule(out):
            self.grad += (1.0 - out.data * out.data) * out.grad

        return Value(math.tanh(self.data), (self,), rule)

    def exp(self):
        def rule(out):
            self.grad += out.data * out.grad

        return Value(math.exp(self.data), (self,), rule)

    def relu(self):
        def rule(out):
            if out.data > 0:
                self.grad += out.grad

        return Value(self.data if self.data > 0 else 0.0, (self,), rule)


def _add(a, b):
    def rule(out):
        a.grad += out.grad
        b.grad += out.grad

    return Value(a.data + b.data, (a, b), rule)


def _sub(a, b):
    def rule(out):
        a.grad += out.grad
        b.grad -= out.grad

    return Value(a.data - b.data, (a, b), rule)


def _mul(a, b):
    def rule(out):
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad

    return Value(a.data * b.data, (a, b), rule)


def _div(a, b):
    def rule(out):
        a.grad += out.grad / b.data
        b.grad -= out.data * out.grad / b.data

    return Value(a.data / b.data, (a, b), rule)


def build_topo(v, visited, topo):
    extend_order(v, visited, topo)


def zero_grad(root):
    order = []
    extend_order(root, set(), order)
    for node in order:
        node.grad = 0.0
