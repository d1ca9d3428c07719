"""backward() clears the whole graph, runs, and then adds back what the leaves had before."""
import math


def _as(x):
    return x if type(x) is Value else Value(x)


class Value:
    def __init__(self, data, _prev=()):
        self.data, self.grad, self._prev = float(data), 0.0, _prev
        self._backward = lambda: None

    def _with(self, rule):
        def run():
            return rule(self.grad)

        self._backward = run
        return self

    def _receive(self, g):
        self.grad += g

    def __add__(a, b):
        b = _as(b)
        return Value(a.data + b.data, (a, b))._with(lambda g: [a._receive(g), b._receive(g)])

    def __sub__(a, b):
        b = _as(b)
        return Value(a.data - b.data, (a, b))._with(lambda g: [a._receive(g), b._receive(-g)])

    def __mul__(a, b):
        b = _as(b)
        return Value(a.data * b.data, (a, b))._with(
            lambda g: [a._receive(g * b.data), b._receive(g * a.data)]
        )

    def __truediv__(a, b):
        b = _as(b)
        return Value(a.data / b.data, (a, b))._with(
            lambda g: [a._receive(g / b.data), b._receive(-g * a.data / b.data**2)]
        )

    def __pow__(a, n):
        if n == 0:
            return Value(1.0, (a,))
        return Value(a.data**n, (a,))._with(lambda g: a._receive(g * n * a.data ** (n - 1)))

    def __neg__(a):
        return Value(-a.data, (a,))._with(lambda g: a._receive(-g))

    def __radd__(a, b):
        return _as(b) + a

    def __rsub__(a, b):
        return _as(b) - a

    def __rmul__(a, b):
        return _as(b) * a

    def __rtruediv__(a, b):
        return _as(b) / a

    def tanh(a):
        t = math.tanh(a.data)
        return Value(t, (a,))._with(lambda g: a._receive(g * (1 - t * t)))

    def exp(a):
        e = math.exp(a.data)
        return Value(e, (a,))._with(lambda g: a._receive(g * e))

    def relu(a):
        on = a.data > 0
        return Value(a.data if on else 0.0, (a,))._with(lambda g: a._receive(g if on else 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        before = {node: node.grad for node in topo}
        for node in topo:
            node.grad = 0.0
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()
        for node, old in before.items():
            node.grad += old


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        pending = [p for p in node._prev if p not in visited]
        if not pending:
            visited.add(node)
            topo.append(node)
        else:
            stack.append(node)
            stack.extend(pending)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
