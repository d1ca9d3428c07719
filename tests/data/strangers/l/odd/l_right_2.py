"""Gradients are pulled by the inputs from their consumers, not pushed by the consumers."""
import math


class Value:
    def __init__(self, data, **how):
        self.data = float(data)
        self.grad = 0.0
        self._prev = how.get("prev", ())
        self._backward = how.get("rule", lambda i: 0.0)   # slope for input number i

    def backward(root):
        topo = []
        build_topo(root, set(), topo)
        pulls = {node: [] for node in topo}
        for user in topo:
            for i, node in enumerate(user._prev):
                pulls[node].append((user, i))
        fresh = {}
        for node in reversed(topo):
            g = 1.0 if node is root else 0.0
            for user, i in pulls[node]:
                g += fresh[user] * user._backward(i)
            fresh[node] = g
        for node, g in fresh.items():
            node.grad = g if node._prev else node.grad + g

    def __add__(a, b):
        return binary(a, b, lambda x, y: x + y, lambda x, y: (1.0, 1.0))

    def __sub__(a, b):
        return binary(a, b, lambda x, y: x - y, lambda x, y: (1.0, -1.0))

    def __mul__(a, b):
        return binary(a, b, lambda x, y: x * y, lambda x, y: (y, x))

    def __truediv__(a, b):
        return binary(a, b, lambda x, y: x / y, lambda x, y: (1.0 / y, -x / y / y))

    def __neg__(a):
        return unary(a, -a.data, -1.0)

    def __pow__(a, n):
        return unary(a, a.data ** n, n * a.data ** (n - 1) if n != 0 else 0.0)

    def tanh(a):
        t = math.tanh(a.data)
        return unary(a, t, 1.0 - t * t)

    def exp(a):
        e = math.exp(a.data)
        return unary(a, e, e)

    def relu(a):
        return unary(a, max(a.data, 0.0), 1.0 if a.data > 0 else 0.0)


def unary(a, value, slope):
    return Value(value, prev=(a,), rule=lambda i: slope)


def binary(a, b, f, slopes):
    a, b = (v if isinstance(v, Value) else Value(v) for v in (a, b))
    pair = slopes(a.data, b.data)
    return Value(f(a.data, b.data), prev=(a, b), rule=pair.__getitem__)


for _name in "add sub mul truediv".split():
    def _reflected(a, b, forward=getattr(Value, f"__{_name}__")):
        return forward(b, a)
    setattr(Value, f"__r{_name}__", _reflected)


def build_topo(v, visited, topo):
    """Preorder with late removal: a node that is met again moves further to the back."""
    users = {v: 0}
    frontier = [v]
    for node in frontier:
        for p in node._prev:
            if p not in users:
                users[p] = 0
                frontier.append(p)
            users[p] += 1
    line = [v]
    for node in line:
        for p in node._prev:
            users[p] -= 1
            if users[p] == 0:
                line.append(p)
    visited |= users.keys()
    topo[:] = line[::-1]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
