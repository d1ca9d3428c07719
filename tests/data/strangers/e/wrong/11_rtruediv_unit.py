import math
from functools import wraps


def operation(f):
    """f(numbers...) returns the value and the slopes; the decorated one makes the node."""
    @wraps(f)
    def method(self, *others):
        others = [o if isinstance(o, Value) else Value(o) for o in others]
        inputs = [self, *others]
        value, *slopes = f(*[i.data for i in inputs])
        return Value(value, inputs, slopes)
    return method


def with_constant(f):
    """The same, but the second argument stays a number."""
    @wraps(f)
    def method(self, number):
        value, slope = f(self.data, number)
        return Value(value, [self], [slope])
    return method


class Value:
    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self.slopes = list(slopes)

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes):
            node.grad += slope * self.grad

    @operation
    def __add__(a, b):
        return a + b, 1.0, 1.0

    @operation
    def __radd__(a, b):
        return b + a, 1.0, 1.0

    @operation
    def __sub__(a, b):
        return a - b, 1.0, -1.0

    @with_constant
    def __rsub__(a, k):
        return k - a, -1.0

    @operation
    def __mul__(a, b):
        return a * b, b, a

    @with_constant
    def __rmul__(a, k):
        return k * a, k

    @operation
    def __truediv__(a, b):
        return a / b, 1 / b, -a / b ** 2

    @with_constant
    def __rtruediv__(a, k):
        return k / a, -1 / a ** 2

    @operation
    def __neg__(a):
        return -a, -1.0

    @with_constant
    def __pow__(a, n):
        return a ** n, (n * a ** (n - 1) if n != 0 else 0.0)

    @operation
    def tanh(a):
        t = math.tanh(a)
        return t, 1 - t ** 2

    @operation
    def exp(a):
        e = math.exp(a)
        return e, e

    @operation
    def relu(a):
        return (a, 1.0) if a > 0 else (0.0, 0.0)

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
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack += node._prev


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
