# Exercise 13 -- decorators make the operators out of plain functions of floats.
import math
from functools import wraps


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def binary(slopes):
    """slopes(x, y) gives the two slopes; the decorated function gives the value."""

    def decorate(f):
        @wraps(f)
        def method(left, right):
            left, right = wrap(left), wrap(right)
            x, y = left.data, right.data
            return Value(f(x, y), (left, right), slopes(x, y))

        return method

    return decorate


def unary(slope):
    """slope(x, y) gives the slope at x, where y is the value that was found there."""

    def decorate(f):
        @wraps(f)
        def method(operand):
            x = operand.data
            y = f(x)
            return Value(y, (operand,), (slope(y, x),))

        return method

    return decorate


def reflected(method):
    return lambda right, left: method(left, right)


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @binary(lambda x, y: (1.0, 1.0))
    def __add__(x, y):
        return x + y

    @binary(lambda x, y: (1.0, -1.0))
    def __sub__(x, y):
        return x - y

    @binary(lambda x, y: (y, x))
    def __mul__(x, y):
        return x * y

    @binary(lambda x, y: (1.0 / y, -x / y**2))
    def __truediv__(x, y):
        return x / y

    __radd__ = reflected(__add__)
    __rsub__ = reflected(__sub__)
    __rmul__ = reflected(__mul__)
    __rtruediv__ = reflected(__truediv__)

    @unary(lambda x, y: -1.0)
    def __neg__(x):
        return -x

    @unary(lambda x, y: 1.0 - y * y)
    def tanh(x):
        return math.tanh(x)

    @unary(lambda x, y: y)
    def exp(x):
        return math.exp(x)

    @unary(lambda x, y: 1.0 if x > 0 else 0.0)
    def relu(x):
        return x if x > 0 else 0.0

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in opened:
            stack.pop()
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            stack.extend(p for p in node._prev if p not in visited)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
