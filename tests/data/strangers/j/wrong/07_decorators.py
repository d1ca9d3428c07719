"""Decorators: a primitive returns its value and its slopes, @primitive does the wiring."""
import functools
import math

def primitive(function):
    @functools.wraps(function)
    def wired(*args):
        nodes = tuple(to_value(x) for x in args)
        data, slopes = function(*(n.data for n in nodes))
        return connect(nodes, data, slopes)
    return wired

def swapped(function):
    def other_way(self, other):
        return function(other, self)
    return other_way

def to_value(x):
    return x if isinstance(x, Value) else Value(x)

def connect(nodes, data, slopes):
    out = Value(data)
    out._prev = nodes

    def spread():
        for node, slope in zip(nodes, slopes):
            node.grad += out.grad * slope
    out._backward = spread
    return out

class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    @primitive
    def __add__(x, y):
        return x + y, (1.0, 1.0)

    @primitive
    def __sub__(x, y):
        return x - y, (1.0, -1.0)

    @primitive
    def __mul__(x, y):
        return x * y, (y, x)

    @primitive
    def __truediv__(x, y):
        return x / y, (1.0 / y, -x / y ** 2)

    @primitive
    def __neg__(x):
        return -x, (-1.0,)

    @primitive
    def tanh(x):
        t = math.tanh(x)
        return t, (1.0 - t * t,)

    @primitive
    def exp(x):
        e = math.exp(x)
        return e, (e,)

    @primitive
    def relu(x):
        return (x, (1.0,)) if x >= 0 else (0.0, (0.0,))

    def __pow__(self, n):
        @primitive
        def power(x):
            return x ** n, (n * x ** (n - 1) if n != 0 else 0.0,)
        return power(self)

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)

    def backward(self):
        order = collected(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

def collected(root):
    order = []
    build_topo(root, set(), order)
    return order

def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            stack += [(node, True)] + [(p, False) for p in node._prev]

def zero_grad(root):
    for node in collected(root):
        node.grad = 0.0
