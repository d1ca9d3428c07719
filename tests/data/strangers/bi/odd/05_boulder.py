"""A node is a class of its own kind; rules are generators that sleep between calls."""

import math


def sleeping(make):
    """An operator written as a generator: first it yields inputs and value, then shares."""

    def operator(*args):
        inputs = tuple(a if isinstance(a, Value) else Value(float(a)) for a in args)
        life = make(*inputs)
        out = Value(next(life))
        out._prev = inputs
        next(life)

        def rule():
            shares = life.send(out.grad)
            for node, share in zip(inputs, shares):
                node.grad += share
            next(life)

        out._backward = rule
        return out

    return operator


@sleeping
def plus(a, b):
    yield a.data + b.data
    while True:
        g = yield
        yield g, g


@sleeping
def minus(a, b):
    yield a.data - b.data
    while True:
        g = yield
        yield g, -g


@sleeping
def times(a, b):
    yield a.data * b.data
    while True:
        g = yield
        yield g * b.data, g * a.data


@sleeping
def over(a, b):
    yield a.data / b.data
    while True:
        g = yield
        yield g / b.data, -g * (a.data / b.data) / b.data


@sleeping
def tanh(a):
    t = math.tanh(a.data)
    yield t
    while True:
        g = yield
        yield (g * (1 - t * t),)


@sleeping
def exp(a):
    e = math.exp(a.data)
    yield e
    while True:
        g = yield
        yield (g * e,)


@sleeping
def relu(a):
    on = a.data > 0
    yield a.data if on else 0.0
    while True:
        g = yield
        yield (g if on else 0.0,)


def power(base, n):
    @sleeping
    def raised(a):
        yield a.data**n
        while True:
            g = yield
            yield (g * n * a.data ** (n - 1) if n else 0.0,)

    return raised(base)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = int

    __add__ = plus
    __sub__ = minus
    __mul__ = times
    __truediv__ = over
    __pow__ = power
    tanh = tanh
    exp = exp
    relu = relu

    def __radd__(self, o):
        return plus(o, self)

    def __rsub__(self, o):
        return minus(o, self)

    def __rmul__(self, o):
        return times(o, self)

    def __rtruediv__(self, o):
        return over(o, self)

    def __neg__(self):
        return minus(0, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev != ():
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def build_topo(v, visited, topo):
    """Consumer counts, then turned round."""
    waits, members = {v: 0}, [v]
    for node in members:
        for below in node._prev:
            if below not in waits:
                waits[below] = 0
                members.append(below)
            waits[below] += 1
    topo.append(v)
    for node in topo:
        for below in node._prev:
            waits[below] -= 1
            if not waits[below]:
                topo.append(below)
    topo.reverse()


def zero_grad(root):
    todo, met = [root], set()
    while todo:
        node = todo.pop()
        if node not in met:
            met.add(node)
            node.grad = 0.0
            todo.extend(node._prev)
