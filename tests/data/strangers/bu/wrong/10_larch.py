"""Scalar autograd. Plain numbers become nodes too, but only one node per number
(a net uses 0.5 and 1.0 and 2.0 a thousand times, no need to have them all)."""

import math

_numbers = {}


def as_node(x):
    if isinstance(x, Value):
        return x
    key = round(float(x), 3)
    if key not in _numbers:
        _numbers[key] = Value(x)
    return _numbers[key]


def binary(compute, left, right):
    """An operator method from three formulas of (x, y)."""

    def method(self, other):
        other = as_node(other)
        x, y = self.data, other.data
        out = Value(compute(x, y))
        out._prev = (self, other)

        def push():
            self.grad += left(x, y) * out.grad
            other.grad += right(x, y) * out.grad

        out._backward = push
        return out

    return method


def unary(compute, slope):
    """The same for one input; slope may look at x and at the result."""

    def method(self):
        x = self.data
        out = Value(compute(x))
        out._prev = (self,)

        def push():
            self.grad += slope(x, out.data) * out.grad

        out._backward = push
        return out

    return method


def swapped(method):
    def other_way(self, other):
        return method(as_node(other), self)

    return other_way


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    __add__ = binary(lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0)
    __sub__ = binary(lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0)
    __mul__ = binary(lambda x, y: x * y, lambda x, y: y, lambda x, y: x)
    __truediv__ = binary(lambda x, y: x / y, lambda x, y: 1 / y, lambda x, y: -x / (y * y))

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)

    __neg__ = unary(lambda x: -x, lambda x, r: -1.0)
    tanh = unary(math.tanh, lambda x, r: 1.0 - r * r)
    exp = unary(math.exp, lambda x, r: r)
    relu = unary(lambda x: max(x, 0.0), lambda x, r: float(x > 0))

    def __pow__(self, n):
        def slope(x, r):
            return n * x ** (n - 1) if n != 0 else 0.0

        return unary(lambda x: x**n, slope)(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        if node in opened:
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            stack.append(node)
            stack.extend(reversed(node._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
