"""Every rule is a coroutine that sleeps until a gradient is sent to it."""

import math


def awake(coroutine):
    """A coroutine has to reach its first yield before anything can be sent."""

    def start(*args):
        sleeper = coroutine(*args)
        next(sleeper)
        return sleeper.send

    return start


@awake
def drain():
    while True:
        yield


@awake
def pipe(*mouths):
    """Send a gradient on through all mouths, each a pair of a node and a slope."""
    while True:
        g = yield
        for node, slope in mouths:
            node.grad += g * slope


class Value:
    def __init__(self, data, *mouths):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(node for node, slope in mouths)
        self._backward = pipe(*mouths) if mouths else drain()

    def __add__(x, y):
        y = flow(y)
        return Value(x.data + y.data, (x, 1.0), (y, 1.0))

    def __radd__(x, y):
        return flow(y) + x

    def __sub__(x, y):
        y = flow(y)
        return Value(x.data - y.data, (x, 1.0), (y, -1.0))

    def __rsub__(x, y):
        return flow(y) - x

    def __mul__(x, y):
        y = flow(y)
        return Value(x.data * y.data, (x, y.data), (y, x.data))

    def __rmul__(x, y):
        return flow(y) * x

    def __truediv__(x, y):
        y = flow(y)
        z = x.data / y.data
        return Value(z, (x, 1.0 / y.data), (y, -z / y.data))

    def __rtruediv__(x, y):
        return flow(y) / x

    def __neg__(x):
        return Value(-x.data, (x, -1.0))

    def __pow__(x, n):
        return Value(x.data**n, (x, 0.0 if n == 0 else n * x.data ** (n - 1)))

    def tanh(x):
        t = math.tanh(x.data)
        return Value(t, (x, 1.0 - t * t))

    def exp(x):
        e = math.exp(x.data)
        return Value(e, (x, e))

    def relu(x):
        return Value(x.data, (x, 1.0)) if x.data > 0 else Value(0.0, (x, 0.0))

    def backward(x):
        stream = list(upstream(x))
        for node in stream:
            node.grad = node.grad if not node._prev else 0.0
        x.grad += 1.0
        for node in reversed(stream):
            node._backward(node.grad)


def flow(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def upstream(spring):
    """Yield the nodes above, inputs first."""
    passed = {spring}
    bank = [(spring, iter(spring._prev))]
    while bank:
        node, inflows = bank[-1]
        fresh = next((n for n in inflows if n not in passed), None)
        if fresh is None:
            bank.pop()
            yield node
        else:
            passed.add(fresh)
            bank.append((fresh, iter(fresh._prev)))


def build_topo(v, visited, topo):
    for node in upstream(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in upstream(root):
        node.grad = 0.0
