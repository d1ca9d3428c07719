"""Autograd engine, final exam.  Kofi A.

Everything iterative. A deep graph must not blow the stack, so there is no
recursion anywhere.
"""
import math

NUMBER = (int, float)


class Value:

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = None

    # -- graph building ------------------------------------------------------

    def __add__(self, other):
        if isinstance(other, NUMBER):
            other = Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule(g):
            self.grad += g
            other.grad += g

        out._backward = rule
        return out

    __radd__ = __add__

    def __mul__(self, other):
        if isinstance(other, NUMBER):
            other = Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        out._backward = rule
        return out

    __rmul__ = __mul__

    def __sub__(self, other):
        if isinstance(other, NUMBER):
            other = Value(other)
        out = Value(self.data - other.data, (self, other), "-")

        def rule(g):
            self.grad += g
            other.grad -= g

        out._backward = rule
        return out

    def __rsub__(self, other):
        return Value(other) - self

    def __truediv__(self, other):
        if isinstance(other, NUMBER):
            other = Value(other)
        q = self.data / other.data
        out = Value(q, (self, other), "/")

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * q / other.data

        out._backward = rule
        return out

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return 0.0 - self

    def __pow__(self, n):
        if not isinstance(n, NUMBER):
            raise TypeError("exponent has to be a plain number")
        out = Value(self.data ** n, (self,), f"**{n}")

        def rule(g):
            if n:                                   # x**0 is flat everywhere
                self.grad += g * n * self.data ** (n - 1)

        out._backward = rule
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def rule(g):
            self.grad += g * (1.0 - t * t)

        out._backward = rule
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")

        def rule(g):
            self.grad += g * e

        out._backward = rule
        return out

    def relu(self):
        on = self.data > 0
        out = Value(self.data if on else 0.0, (self,), "relu")

        def rule(g):
            if on:
                self.grad += g

        out._backward = rule
        return out

    # -- the backward pass ---------------------------------------------------

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:          # an inner node
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward(node.grad)


def build_topo(v, visited, topo):
    """Post-order with an explicit stack of iterators."""
    if v in visited:
        return
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, rest = stack[-1]
        for nxt in rest:
            if nxt not in visited:
                visited.add(nxt)
                stack.append((nxt, iter(nxt._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    seen, stack = {root}, [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        fresh = [p for p in node._prev if p not in seen]
        seen.update(fresh)
        stack.extend(fresh)
