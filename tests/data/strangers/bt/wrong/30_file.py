"""Exercise 13, the engine. A graph never changes, so a root keeps its order for the next call."""
import math


class Value:
    def __init__(self, data, children=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = children
        self._backward = rule
        self._order = None

    def __add__(self, other):
        return binary(self, other, lambda a, b: a + b, lambda a, b: (1.0, 1.0))

    def __sub__(self, other):
        return binary(self, other, lambda a, b: a - b, lambda a, b: (1.0, -1.0))

    def __mul__(self, other):
        return binary(self, other, lambda a, b: a * b, lambda a, b: (b, a))

    def __truediv__(self, other):
        return binary(self, other, lambda a, b: a / b, lambda a, b: (1 / b, -a / (b * b)))

    def __radd__(self, other):
        return binary(other, self, lambda a, b: a + b, lambda a, b: (1.0, 1.0))

    def __rsub__(self, other):
        return binary(other, self, lambda a, b: a - b, lambda a, b: (1.0, -1.0))

    def __rmul__(self, other):
        return binary(other, self, lambda a, b: a * b, lambda a, b: (b, a))

    def __rtruediv__(self, other):
        return binary(other, self, lambda a, b: a / b, lambda a, b: (1 / b, -a / (b * b)))

    def __neg__(self):
        return unary(self, -self.data, lambda: -1.0)

    def __pow__(self, n):
        x = self.data
        return unary(self, x**n, lambda: n * x ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return unary(self, t, lambda: 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return unary(self, e, lambda: e)

    def relu(self):
        on = self.data > 0
        return unary(self, self.data if on else 0.0, lambda: 1.0 if on else 0.0)

    def backward(self):
        order = order_of(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward is not None:
                node._backward(node.grad)


def binary(left, right, value, slopes):
    left = left if isinstance(left, Value) else Value(left)
    right = right if isinstance(right, Value) else Value(right)
    a, b = left.data, right.data

    def rule(g):
        da, db = slopes(a, b)
        left.grad += da * g
        right.grad += db * g

    return Value(value(a, b), (left, right), rule)


def unary(x, value, slope):
    def rule(g):
        x.grad += slope() * g

    return Value(value, (x,), rule)


def order_of(root):
    if root._order is None:
        order = []
        walk(root, set(), order)
        root._order = order
    return root._order


def walk(root, visited, order):
    stack = [(root, False)]
    while stack:
        node, below_done = stack.pop()
        if below_done:
            order.append(node)
        elif node in visited:
            continue
        elif node._order is not None:
            visited.update(node._order)
            order.extend(node._order)
        else:
            visited.add(node)
            stack.append((node, True))
            for child in reversed(node._prev):
                stack.append((child, False))


def build_topo(v, visited, topo):
    walk(v, visited, topo)


def zero_grad(root):
    for node in order_of(root):
        node.grad = 0.0
