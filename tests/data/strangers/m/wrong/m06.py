"""Functional: an edge is a pair (input, slope), and plain functions make the nodes."""
from math import exp as _exp, tanh as _tanh


class Value:
    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self.edges = edges
        self._prev = tuple(node for node, _ in edges)
        self._backward = lambda: push(self)

    __add__ = lambda a, b: add(a, wrap(b))
    __radd__ = lambda a, b: add(wrap(b), a)
    __sub__ = lambda a, b: sub(a, wrap(b))
    __mul__ = lambda a, b: mul(a, wrap(b))
    __rmul__ = lambda a, b: mul(wrap(b), a)
    __truediv__ = lambda a, b: div(a, wrap(b))
    __rtruediv__ = lambda a, b: div(wrap(b), a)
    __neg__ = lambda a: Value(-a.data, [(a, -1.0)])
    __pow__ = lambda a, n: power(a, n)

    def __rsub__(self, other):
        return sub(self, wrap(other))

    tanh = lambda a: tanh(a)
    exp = lambda a: exp(a)
    relu = lambda a: relu(a)
    backward = lambda a: backward(a)


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def push(node):
    for p, slope in node.edges:
        p.grad += slope * node.grad


def add(a, b):
    return Value(a.data + b.data, [(a, 1.0), (b, 1.0)])


def sub(a, b):
    return Value(a.data - b.data, [(a, 1.0), (b, -1.0)])


def mul(a, b):
    return Value(a.data * b.data, [(a, b.data), (b, a.data)])


def div(a, b):
    return Value(a.data / b.data, [(a, 1 / b.data), (b, -a.data / b.data**2)])


def power(a, n):
    return Value(a.data**n, [(a, n * a.data ** (n - 1) if n != 0 else 0.0)])


def tanh(a):
    t = _tanh(a.data)
    return Value(t, [(a, 1 - t * t)])


def exp(a):
    e = _exp(a.data)
    return Value(e, [(a, e)])


def relu(a):
    return Value(a.data, [(a, 1.0)]) if a.data > 0 else Value(0.0, [(a, 0.0)])


def backward(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        if node.edges:
            node.grad = 0.0
    root.grad += 1.0
    for node in reversed(topo):
        node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
