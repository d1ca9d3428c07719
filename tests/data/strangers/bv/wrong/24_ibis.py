"""Exercise 13."""
from math import exp, tanh
import operator


def binary(function, slopes):
    """Make the method and its mirrored twin for one operator."""

    def build(left, right):
        left = left if isinstance(left, Value) else Value(left)
        right = right if isinstance(right, Value) else Value(right)
        out = Value(function(left.data, right.data), [left, right])

        def _backward():
            dl, dr = slopes(left.data, right.data)
            left.grad += dl * out.grad
            right.grad += dr * out.grad

        out._backward = _backward
        return out

    def method(self, other):
        return build(self, other)

    def mirrored(self, other):
        return build(other, self)

    return method, mirrored


def unary(function, slope):
    def method(self):
        out = Value(function(self.data), [self])

        def _backward():
            self.grad += slope(self.data, out.data) * out.grad

        out._backward = _backward
        return out

    return method


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    __add__, __radd__ = binary(operator.add, lambda l, r: (1.0, 1.0))
    __sub__, __rsub__ = binary(operator.sub, lambda l, r: (1.0, -1.0))
    __mul__, __rmul__ = binary(operator.mul, lambda l, r: (r, l))
    __truediv__, __rtruediv__ = binary(operator.truediv, lambda l, r: (1.0 / r, -l / r**2))
    __neg__ = unary(operator.neg, lambda x, y: -1.0)
    tanh = unary(tanh, lambda x, y: 1.0 - y * y)
    exp = unary(exp, lambda x, y: y)
    relu = unary(lambda x: x * (x > 0), lambda x, y: 1.0 * (x > 0))

    def __pow__(self, n):
        def slope(x, y):
            return n * x ** (n - 1) if n != 0 else 0.0

        return unary(lambda x: x**n, slope)(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    # (node, True) means: its inputs are in the list already
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
            continue
        stack.append((node, True))
        for child in node._prev:
            if child not in visited:
                visited.add(child)
                stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
