"""A decorator turns a rule 'numbers -> value and pullback' into an operator on nodes."""
import functools
import math


def operation(rule):
    @functools.wraps(rule)
    def apply(*args):
        inputs = tuple(Value.ensure(a) for a in args)
        value, pullback = rule(*(i.data for i in inputs))
        out = Value(value)
        out._prev = inputs

        def _backward():
            for node, amount in zip(inputs, pullback(out.grad)):
                node.grad += amount

        out._backward = _backward
        return out

    return apply


def swapped(method):
    return lambda self, other: method(other, self)


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    @staticmethod
    def ensure(x):
        return x if isinstance(x, Value) else Value(x)

    @operation
    def __add__(a, b):
        return a + b, lambda g: (g, g)

    @operation
    def __sub__(a, b):
        return a - b, lambda g: (g, -g)

    @operation
    def __mul__(a, b):
        return a * b, lambda g: (g * b, g * a)

    @operation
    def __truediv__(a, b):
        return a / b, lambda g: (g / b, -g * a / (b * b))

    @operation
    def __neg__(a):
        return -a, lambda g: (-g,)

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)

    def __pow__(self, n):
        @operation
        def power(a):
            return a**n, lambda g: (g * n * a ** (n - 1) if n else 0.0,)

        return power(self)

    @operation
    def tanh(a):
        t = math.tanh(a)
        return t, lambda g: (g * (1 - t * t),)

    @operation
    def exp(a):
        y = math.exp(a)
        return y, lambda g: (g * a,)

    @operation
    def relu(a):
        return (a, lambda g: (g,)) if a > 0 else (0.0, lambda g: (0.0,))

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
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
