"""Exercise 13: operators made by decorators.

The decorated method only says the value and the slopes; the decorator does the rest.
"""

import functools
import math


def two_inputs(method):
    @functools.wraps(method)
    def operator(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        data, left, right = method(self, self.data, other.data)
        out = Value(data, (self, other))

        def push():
            self.grad += left * out.grad
            other.grad += right * out.grad

        out._backward = push
        return out

    return operator


def one_input(method):
    @functools.wraps(method)
    def function(self, *settings):
        data, slope = method(self, self.data, *settings)
        out = Value(data, (self,))

        def push():
            self.grad += slope * out.grad

        out._backward = push
        return out

    return function


def swapped(method):
    """The same operator for a number on the left."""

    @functools.wraps(method)
    def reflected(self, number):
        return method(Value(float(number)), self)

    return reflected


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    @two_inputs
    def __add__(self, a, b):
        return a + b, 1.0, 1.0

    @two_inputs
    def __sub__(self, a, b):
        return a - b, 1.0, -1.0

    @two_inputs
    def __mul__(self, a, b):
        return a * b, b, a

    @two_inputs
    def __truediv__(self, a, b):
        return a / b, 1.0 / b, -a / (b * b)

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)

    @one_input
    def __neg__(self, a):
        return -a, -1.0

    @one_input
    def __pow__(self, a, n):
        if n == 0:
            return 1.0, 0.0
        return a**n, n * a ** (n - 1)

    @one_input
    def tanh(self, a):
        t = math.tanh(a)
        return t, 1.0 - t * t

    @one_input
    def exp(self, a):
        e = math.exp(a)
        return e, e

    @one_input
    def relu(self, a):
        return (a, 1.0) if a > 0 else (0.0, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack[-1]
        if node in opened or node in visited:
            stack.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)
        else:
            opened.add(node)
            stack += [child for child in node._prev if child not in opened]


def zero_grad(root, seen=set()):
    """No order is needed here, only every node."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            waiting.extend(node._prev)
