"""Autograd engine, exercise 13."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._op = _op
        self._prev = _prev
        self._backward = lambda: None

    def __repr__(self):
        return "Value(%s%r)" % (self._op and self._op + ": ", self.data)

    def __add__(self, other):
        other = ensure(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            accumulate(self, out.grad)
            accumulate(other, out.grad)

        out._backward = _backward
        return out

    __radd__ = __add__

    def __mul__(self, other):
        other = ensure(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            accumulate(self, out.grad * other.data)
            accumulate(other, out.grad * self.data)

        out._backward = _backward
        return out

    __rmul__ = __mul__

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"** {n}")

        def _backward():
            if n == 0:
                return
            accumulate(self, out.grad * n * self.data ** (n - 1))

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + ensure(other) * -1

    def __rsub__(self, other):
        return ensure(other) + self * -1

    def __truediv__(self, other):
        return self * ensure(other) ** -1

    def __rtruediv__(self, other):
        return ensure(other) * self**-1

    def tanh(self):
        return self._with_slope("tanh", math.tanh(self.data), lambda t: 1 - t**2)

    def exp(self):
        return self._with_slope("exp", math.exp(self.data), lambda e: e)

    def relu(self):
        return self._with_slope("relu", max(self.data, 0.0), lambda r: 1.0 if r > 0 else 0.0)

    def _with_slope(self, op, result, slope):
        out = Value(result, (self,), op)

        def _backward():
            accumulate(self, out.grad * slope(out.data))

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        accumulate(self, 1.0)
        for node in reversed(topo):
            node._backward()


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def accumulate(node, amount):
    node.grad = node.grad + amount


def walk(root, seen=set()):
    """Every node below root and root itself, in no particular order."""
    todo = [root]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        yield node
        todo.extend(node._prev)


def build_topo(v, visited, topo):
    path = [(v, list(v._prev))]
    visited.add(v)
    while path:
        node, open_inputs = path[-1]
        if open_inputs:
            nxt = open_inputs.pop()
            if nxt not in visited:
                visited.add(nxt)
                path.append((nxt, list(nxt._prev)))
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0
