"""A table of rules; the class only looks things up."""

import math
from typing import NamedTuple


class Rule(NamedTuple):
    value: object  # numbers -> number
    slopes: object  # result, numbers -> a slope for each number


def bounded_exp(x):
    """exp that cannot overflow."""
    return math.exp(min(max(x, -40.0), 40.0))


def tanh(x):
    e = bounded_exp(2.0 * x)
    return (e - 1.0) / (e + 1.0)


def power(x, n):
    return x**n


def power_slopes(out, x, n):
    return (0.0 if n == 0 else n * x ** (n - 1),)


RULES = {
    "add": Rule(lambda x, y: x + y, lambda out, x, y: (1.0, 1.0)),
    "sub": Rule(lambda x, y: x - y, lambda out, x, y: (1.0, -1.0)),
    "mul": Rule(lambda x, y: x * y, lambda out, x, y: (y, x)),
    "div": Rule(lambda x, y: x / y, lambda out, x, y: (1.0 / y, -x / (y * y))),
    "neg": Rule(lambda x: -x, lambda out, x: (-1.0,)),
    "pow": Rule(power, power_slopes),
    "tanh": Rule(tanh, lambda out, x: (1.0 - out * out,)),
    "exp": Rule(bounded_exp, lambda out, x: (out,)),
    "relu": Rule(lambda x: max(x, 0.0), lambda out, x: (1.0 if x > 0 else 0.0,)),
}


class Value:
    def __init__(self, data, _prev=(), _backward=None, _extra=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward
        self._extra = _extra

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(float(x))

    def _slopes(self):
        numbers = [p.data for p in self._prev]
        return self._backward.slopes(self.data, *numbers, *self._extra)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        results = [node for node in topo if node._backward is not None]
        for node in results:
            node.grad = 0.0
        self.grad += 1.0
        results.reverse()
        for node in results:
            for p, slope in zip(node._prev, node._slopes()):
                p.grad += node.grad * slope

    def __pow__(self, n):
        return Value(power(self.data, n), (self,), RULES["pow"], (n,))


def unary(name):
    rule = RULES[name]

    def method(self):
        return Value(rule.value(self.data), (self,), rule)

    return method


def binary(name):
    rule = RULES[name]

    def method(self, other):
        other = Value.of(other)
        return Value(rule.value(self.data, other.data), (self, other), rule)

    def reflected(self, other):
        return method(Value.of(other), self)

    return method, reflected


Value.__add__, Value.__radd__ = binary("add")
Value.__sub__, Value.__rsub__ = binary("sub")
Value.__mul__, Value.__rmul__ = binary("mul")
Value.__truediv__, Value.__rtruediv__ = binary("div")
Value.__neg__ = unary("neg")
Value.tanh = unary("tanh")
Value.exp = unary("exp")
Value.relu = unary("relu")


def build_topo(v, visited, topo):
    open_, stack = set(), [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in open_:
            visited.add(node)
            topo.append(node)
            stack.pop()
        else:
            open_.add(node)
            stack.extend(p for p in node._prev if p not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
