# -*- coding: utf-8 -*-
# Rosa Ibáñez, examen final

import math


class Value:
    """Behaves like a number wherever I could make it: == compares, bool() is False for 0,
    you can even iterate over it to get its inputs."""

    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad = data, 0.0
        self._prev, self._op = _prev, _op
        self._backward = lambda: None

    # number-like behaviour
    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, Value) else other)

    def __hash__(self):
        return id(self)

    def __bool__(self):
        return self.data != 0

    def __iter__(self):
        return iter(self._prev)

    def __len__(self):
        return len(self._prev)

    def __lt__(self, other):
        return self.data < (other.data if isinstance(other, Value) else other)

    def __float__(self):
        return float(self.data)

    # operators
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,), "**")
        def _backward():
            self.grad += (n * self.data ** (n - 1) if n != 0 else 0.0) * out.grad
        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")
        def _backward():
            self.grad += (1 + t) * (1 - t) * out.grad
        out._backward = _backward
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")
        def _backward():
            self.grad += e * out.grad
        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self > 0 else 0.0, (self,), "relu")
        def _backward():
            if out:
                self.grad += out.grad
        out._backward = _backward
        return out

    def __gt__(self, other):
        return self.data > (other.data if isinstance(other, Value) else other)

    def __neg__(self): return self * -1.0
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __sub__(self, other): return self + (other * -1.0)
    def __rsub__(self, other): return (self * -1.0) + other
    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self * other ** -1
    def __rtruediv__(self, other): return (self ** -1) * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if len(node) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            stack.append((node, True))
            for p in node:
                stack.append((p, False))


def zero_grad(root):
    seen, stack = {id(root)}, [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        for p in node:
            if id(p) not in seen:
                seen.add(id(p))
                stack.append(p)
