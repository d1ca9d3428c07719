"""No class statement, no order beforehand: nodes are numbered as they are made, and backward()
takes the youngest of those it has met from a heap, until none is left."""
import itertools
import math
from heapq import heappop, heappush

births = itertools.count(1)


def __init__(self, data, *inputs):
    self.data, self.grad = float(data), 0.0
    self._prev, self._backward = inputs, None
    self.birth = next(births)


def youngest_first(root):
    heap, met = [root], {root}
    while heap:
        node = heappop(heap)
        yield node
        for p in node._prev:
            if p not in met:
                met.add(p)
                heappush(heap, p)


def backward(self):
    # The gradients of one call are gathered beside the nodes.
    gathered = {self: 1.0}
    for node in youngest_first(self):
        g = gathered.pop(node)
        node.grad = g if node._prev else node.grad + g
        if node._backward is not None:
            for p, share in zip(node._prev, node._backward(g)):
                gathered[p] = gathered.get(p, 0.0) + share


def make(data, rule, *inputs):
    out = Value(data, *inputs)
    out._backward = rule
    return out


def two(calculate, rule):
    def method(a, b):
        b = b if isinstance(b, Value) else Value(b)
        x, y = a.data, b.data
        return make(calculate(x, y), lambda g: rule(g, x, y), a, b)

    return method


def one(calculate, rule):
    def method(a):
        x = a.data
        y = calculate(x)
        return make(y, lambda g: (rule(g, x, y),), a)

    return method


def turned(method):
    return lambda b, a: method(Value(a), b)


def power(a, n):
    return one(lambda x: x**n, lambda g, x, y: g * n * x ** (n - 1) if n != 0 else 0.0)(a)


add = two(lambda x, y: x + y, lambda g, x, y: (g, g))
sub = two(lambda x, y: x - y, lambda g, x, y: (g, -g))
mul = two(lambda x, y: x * y, lambda g, x, y: (g * y, g * x))
div = two(lambda x, y: x / y, lambda g, x, y: (g / y, -g * x / y / y))

Value = type(
    "Value",
    (object,),
    {
        "__init__": __init__,
        "__lt__": lambda a, b: a.birth > b.birth,
        "__add__": add, "__radd__": turned(add),
        "__sub__": sub, "__rsub__": turned(sub),
        "__mul__": mul, "__rmul__": turned(mul),
        "__truediv__": div, "__rtruediv__": turned(div),
        "__neg__": one(lambda x: -x, lambda g, x, y: -g),
        "__pow__": power,
        "tanh": one(math.tanh, lambda g, x, y: g * (1 - y * y)),
        "exp": one(math.exp, lambda g, x, y: g * y),
        "relu": one(lambda x: x * (x > 0), lambda g, x, y: g * (x > 0)),
        "backward": backward,
    },
)


def build_topo(v, visited, topo):
    for node in youngest_first(v):
        topo.append(node)
    topo.reverse()


def zero_grad(root):
    for node in youngest_first(root):
        node.grad = 0.0
