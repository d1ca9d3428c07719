"""Free functions make the nodes, the class only forwards to them."""

import math


class Value:
    def __init__(self, data, pairs=()):
        self.data = data
        self.grad = 0.0
        self._pairs = pairs
        self._prev = [inp for inp, _ in pairs]

    def _backward(self):
        for inp, slope in self._pairs:
            inp.grad += slope * self.grad

    __add__ = lambda a, b: plus(a, wrap(b))
    __radd__ = lambda a, b: plus(wrap(b), a)
    __sub__ = lambda a, b: minus(a, wrap(b))
    __rsub__ = lambda a, b: minus(wrap(b), a)
    __mul__ = lambda a, b: times(a, wrap(b))
    __rmul__ = lambda a, b: times(wrap(b), a)
    __truediv__ = lambda a, b: over(a, wrap(b))
    __rtruediv__ = lambda a, b: over(wrap(b), a)
    __pow__ = lambda a, n: power(a, n)
    __neg__ = lambda a: minus(wrap(0.0), a)
    tanh = lambda a: tanh(a)
    exp = lambda a: exp(a)
    relu = lambda a: relu(a)
    backward = lambda a: run_backward(a)


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def plus(a, b):
    return Value(a.data + b.data, ((a, 1.0), (b, 1.0)))


def minus(a, b):
    return Value(a.data - b.data, ((a, 1.0), (b, -1.0)))


def times(a, b):
    return Value(a.data * b.data, ((a, b.data), (b, a.data)))


def over(a, b):
    q = a.data / b.data
    return Value(q, ((a, 1.0 / b.data), (b, -q / b.data)))


def power(a, n):
    return Value(a.data**n, ((a, n * a.data ** (n - 1) if n else 0.0),))


def exp(a):
    e = math.exp(a.data)
    return Value(e, ((a, e),))


def tanh(a):
    # exp of a big positive number is too big for a float, of a big negative one it is 0
    x = a.data
    e = math.exp(-2.0 * abs(x))
    t = -math.expm1(-2.0 * abs(x)) / (1.0 + e)
    return Value(t, ((a, 1.0 - t * t),))


def relu(a):
    return Value(a.data, ((a, 1.0),)) if a.data > 0 else Value(0.0, ((a, 0.0),))


def run_backward(root):
    order = []
    build_topo(root, set(), order)
    for node in filter(lambda n: n._pairs, order):
        node.grad = 0.0
    root.grad += 1.0
    for node in reversed(order):
        node._backward()


def build_topo(v, visited, topo):
    agenda = [(v, False)]
    while agenda:
        node, ready = agenda.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append((node, True))
            agenda.extend((p, False) for p in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
