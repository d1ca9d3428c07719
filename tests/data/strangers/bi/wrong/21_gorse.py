"""All numbers live in two arrays; a Value is a name for a place in them."""

import math
from array import array

numbers = array("d")
slopes_so_far = array("f")


class Value:
    __slots__ = ("place", "_prev", "_backward")

    def __init__(self, data):
        self.place = len(numbers)
        numbers.append(data)
        slopes_so_far.append(0.0)
        self._prev = ()
        self._backward = nothing

    @property
    def data(self):
        return numbers[self.place]

    @data.setter
    def data(self, x):
        numbers[self.place] = x

    @property
    def grad(self):
        return slopes_so_far[self.place]

    @grad.setter
    def grad(self, x):
        slopes_so_far[self.place] = x

    def __add__(self, other):
        return binary(self, other, plus, plus_rule)

    def __radd__(self, other):
        return binary(other, self, plus, plus_rule)

    def __sub__(self, other):
        return binary(self, other, minus, minus_rule)

    def __rsub__(self, other):
        return binary(other, self, minus, minus_rule)

    def __mul__(self, other):
        return binary(self, other, times, times_rule)

    def __rmul__(self, other):
        return binary(other, self, times, times_rule)

    def __truediv__(self, other):
        return binary(self, other, over, over_rule)

    def __rtruediv__(self, other):
        return binary(other, self, over, over_rule)

    def __neg__(self):
        return unary(self, -self.data, lambda a, out: -1.0)

    def __pow__(self, n):
        return unary(self, self.data**n, lambda a, out: n * a ** (n - 1) if n else 0.0)

    def tanh(self):
        return unary(self, math.tanh(self.data), lambda a, out: 1.0 - out * out)

    def exp(self):
        return unary(self, math.exp(self.data), lambda a, out: out)

    def relu(self):
        return unary(self, max(self.data, 0.0), lambda a, out: 1.0 if out > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def nothing():
    pass


def plus(a, b):
    return a + b


def plus_rule(a, b):
    return 1.0, 1.0


def minus(a, b):
    return a - b


def minus_rule(a, b):
    return 1.0, -1.0


def times(a, b):
    return a * b


def times_rule(a, b):
    return b, a


def over(a, b):
    return a / b


def over_rule(a, b):
    return 1.0 / b, -a / b / b


def binary(left, right, how, rule):
    left = left if isinstance(left, Value) else Value(left)
    right = right if isinstance(right, Value) else Value(right)
    out = Value(how(left.data, right.data))
    out._prev = (left, right)

    def _backward():
        to_left, to_right = rule(left.data, right.data)
        left.grad += to_left * out.grad
        right.grad += to_right * out.grad

    out._backward = _backward
    return out


def unary(source, result, slope):
    out = Value(result)
    out._prev = (source,)

    def _backward():
        source.grad += slope(source.data, out.data) * out.grad

    out._backward = _backward
    return out


def build_topo(v, visited, topo):
    pile = [(v, 0)]
    while pile:
        node, stage = pile.pop()
        if stage:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            pile.append((node, 1))
            pile.extend([(source, 0) for source in node._prev])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
