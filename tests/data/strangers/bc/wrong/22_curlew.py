"""Operators made by a decorator: the function below it says value and slopes."""

import math


def operation(function):
    """Turn  (numbers) -> (value, *slopes)  into a method that makes a node."""

    def method(self, *others):
        inputs = (self, *(o if isinstance(o, Value) else Value(o) for o in others))
        value, *slopes = function(*(i.data for i in inputs))
        out = Value(value, inputs, function.__name__)

        def _backward():
            for i, slope in zip(inputs, slopes):
                i.grad += slope * out.grad

        out._backward = _backward
        return out

    method.__name__ = function.__name__
    return method


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    @operation
    def __add__(x, y):
        return x + y, 1.0, 1.0

    @operation
    def __radd__(x, y):
        return y + x, 1.0, 1.0

    @operation
    def __sub__(x, y):
        return x - y, 1.0, -1.0

    @operation
    def __rsub__(x, y):
        return y - x, -1.0, 1.0

    @operation
    def __mul__(x, y):
        return x * y, y, x

    @operation
    def __rmul__(x, y):
        return y * x, y, x

    @operation
    def __truediv__(x, y):
        return x / y, 1.0 / y, -x / (y * y)

    @operation
    def __rtruediv__(x, y):
        return y / x, -y / (x * x), 1.0 / x

    @operation
    def __neg__(x):
        return -x, -1.0

    @operation
    def tanh(x):
        t = math.tanh(x)
        return t, 1.0 - t * t

    @operation
    def exp(x):
        e = math.exp(x)
        return e, e

    @operation
    def relu(x):
        return (x, 1.0) if x > 0 else (0.0, 0.0)

    def __pow__(self, n):
        @operation
        def power(x):
            return x**n, (n * x ** (n - 1) if n else 0.0)

        return power(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((below, False) for below in node._prev)


def zero_grad(root):
    """Clear root and everything below it."""
    todo = [root]
    while todo:
        node = todo.pop()
        if node.grad:
            node.grad = 0.0
            todo.extend(node._prev)
