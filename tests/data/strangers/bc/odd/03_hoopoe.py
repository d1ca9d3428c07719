"""Generators everywhere: rules yield shares, and the walk is a generator on a trampoline."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator


class Value:
    def __init__(self, data, _prev=(), _op="", _backward: Callable[..., Generator] | None = None):
        self.data, self.grad = data, 0.0
        self._prev, self._op, self._backward = tuple(_prev), _op, _backward

    def __add__(self, other):
        a, b = self, lift(other)

        def shares():
            g = yield a
            yield g
            yield b
            yield g

        return Value(a.data + b.data, (a, b), "+", shares)

    def __mul__(self, other):
        a, b = self, lift(other)
        x, y = a.data, b.data

        def shares():
            g = yield a
            yield g * y
            yield b
            yield g * x

        return Value(x * y, (a, b), "*", shares)

    def __truediv__(self, other):
        a, b = self, lift(other)
        x, y = a.data, b.data

        def shares():
            g = yield a
            yield g / y
            yield b
            yield -g * (x / y) / y

        return Value(x / y, (a, b), "/", shares)

    def _one(self, y, slope, op):
        def shares():
            g = yield self
            yield g * slope

        return Value(y, (self,), op, shares)

    def __pow__(self, n):
        x = self.data
        return self._one(x**n, n * x ** (n - 1) if n else 0.0, f"**{n}")

    def __neg__(self):
        return self._one(-self.data, -1.0, "neg")

    def tanh(self):
        y = math.tanh(self.data)
        return self._one(y, 1.0 - y * y, "tanh")

    def exp(self):
        y = math.exp(self.data)
        return self._one(y, y, "exp")

    def relu(self):
        x = self.data
        return self._one(*((x, 1.0) if x > 0.0 else (0.0, 0.0)), "relu")

    def __sub__(self, other):
        return self + -lift(other)

    def __rsub__(self, other):
        return lift(other) + -self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is None:
                continue
            rule = node._backward()
            target = next(rule)
            share = rule.send(node.grad)
            while True:
                target.grad += share
                try:
                    target = next(rule)
                except StopIteration:
                    break
                share = next(rule)


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def walk(node, visited, topo):
    """Like the version that calls itself, but it only says whom it would call."""
    visited.add(node)
    for below in node._prev:
        if below not in visited:
            yield walk(below, visited, topo)
    topo.append(node)


def trampoline(first):
    waiting = [first]
    while waiting:
        for called in waiting[-1]:
            waiting.append(called)
            break
        else:
            waiting.pop()


def build_topo(v, visited, topo):
    trampoline(walk(v, visited, topo))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
