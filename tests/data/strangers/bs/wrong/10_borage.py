"""A table of rules: each one says the value and the derivatives for its inputs."""

import math
from typing import Callable, NamedTuple


class Rule(NamedTuple):
    value: Callable
    slopes: Callable


RULES = {
    "+": Rule(lambda x, y: x + y, lambda out, x, y: (1.0, 1.0)),
    "-": Rule(lambda x, y: x - y, lambda out, x, y: (1.0, -1.0)),
    "*": Rule(lambda x, y: x * y, lambda out, x, y: (y, x)),
    "/": Rule(lambda x, y: x / y, lambda out, x, y: (1.0 / y, -out / y)),
    "neg": Rule(lambda x: -x, lambda out, x: (-1.0,)),
    "tanh": Rule(math.tanh, lambda out, x: (1.0 - out * out,)),
    "exp": Rule(math.exp, lambda out, x: (out,)),
    "relu": Rule(lambda x: max(x, 0.0), lambda out, x: (1.0 if x > 0 else 0.0,)),
}


def power(n):
    if n == 0:
        return Rule(lambda x: 1.0, lambda out, x: (0.0,))
    return Rule(lambda x: x**n, lambda out, x: (n * x ** (n - 1),))


def apply(rule, *args):
    nodes = tuple(a if isinstance(a, Value) else Value(a) for a in args)
    numbers = [node.data for node in nodes]
    out = Value(rule.value(*numbers), nodes)
    slopes = rule.slopes(out.data, *numbers)

    def _backward():
        for node, slope in zip(nodes, slopes):
            node.grad += out.grad * slope

    out._backward = _backward
    return out


class Value:
    def __init__(self, data, _prev=()):
        self.data, self.grad = data, 0.0
        self._prev = _prev
        self._backward = None

    def __add__(self, other): return apply(RULES["+"], self, other)
    def __sub__(self, other): return apply(RULES["-"], self, other)
    def __mul__(self, other): return apply(RULES["*"], self, other)
    def __truediv__(self, other): return apply(RULES["/"], self, other)
    def __radd__(self, other): return apply(RULES["+"], other, self)
    def __rsub__(self, other): return apply(RULES["-"], other, self)
    def __rmul__(self, other): return apply(RULES["*"], other, self)
    def __rtruediv__(self, other): return apply(RULES["/"], other, self)
    def __pow__(self, n): return apply(power(n), self)
    def __neg__(self): return apply(RULES["neg"], self)
    def tanh(self): return apply(RULES["tanh"], self)
    def exp(self): return apply(RULES["exp"], self)
    def relu(self): return apply(RULES["relu"], self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            if node._backward is not None:
                node._backward()


def build_topo(v, visited, topo):
    stack = [(False, v)]
    while stack:
        done, node = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((True, node))
            for child in node._prev:
                stack.append((False, child))


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node in seen or node.grad == 0.0:
            continue
        seen.add(node)
        node.grad = 0.0
        stack.extend(node._prev)
