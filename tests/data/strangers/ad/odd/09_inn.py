"""The operators are installed from a table of functions and their slopes."""

import math
import operator


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = set()
        self._backward = tuple

    def backward(self):
        upwards = ordered(self)
        for node in upwards:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in upwards[::-1]:
            node._backward()


def install(name, reflected, function, slopes):
    def apply(left, right):
        left = left if isinstance(left, Value) else Value(left)
        right = right if isinstance(right, Value) else Value(right)
        out = Value(function(left.data, right.data))
        out._prev = {left, right}
        to_left, to_right = slopes(left.data, right.data)

        def rule():
            left.grad += to_left * out.grad
            right.grad += to_right * out.grad

        out._backward = rule
        return out

    setattr(Value, name, lambda self, other: apply(self, other))
    setattr(Value, reflected, lambda self, other: apply(other, self))


def install_unary(name, function, slope):
    def apply(self, *extra):
        out = Value(function(self.data, *extra))
        out._prev = {self}
        factor = slope(self.data, out.data, *extra)

        def rule():
            self.grad += factor * out.grad

        out._backward = rule
        return out

    setattr(Value, name, apply)


install("__add__", "__radd__", operator.add, lambda a, b: (1.0, 1.0))
install("__sub__", "__rsub__", operator.sub, lambda a, b: (1.0, -1.0))
install("__mul__", "__rmul__", operator.mul, lambda a, b: (b, a))
install("__truediv__", "__rtruediv__", operator.truediv, lambda a, b: (1 / b, -a / b / b))
install_unary("__neg__", operator.neg, lambda a, out: -1.0)
install_unary("__pow__", operator.pow, lambda a, out, n: n * a ** (n - 1) if n else 0.0)
install_unary("tanh", math.tanh, lambda a, out: 1.0 - out * out)
install_unary("exp", math.exp, lambda a, out: out)
install_unary("relu", lambda a: max(a, 0.0), lambda a, out: 1.0 if a > 0 else 0.0)


def ordered(root):
    result, state, stack = [], {}, [root]
    while stack:
        node = stack[-1]
        if state.get(node) is None:
            state[node] = "open"
            stack.extend(n for n in node._prev if n not in state)
        else:
            stack.pop()
            if state[node] == "open":
                state[node] = "done"
                result.append(node)
    return result


def build_topo(v, visited, topo):
    for node in ordered(v):
        topo.append(node)


def zero_grad(root):
    seen, layer = set(), {root}
    while layer:
        seen |= layer
        layer = {source for node in layer for source in node._prev if source not in seen}
    for node in seen:
        node.grad = 0.0
