"""Gradients flow through a dictionary and are paid out to the leaves at the end."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    def __add__(self, other):
        return pair(self, other, lambda x, y: (x + y, 1.0, 1.0))

    def __radd__(self, other):
        return pair(other, self, lambda x, y: (x + y, 1.0, 1.0))

    def __sub__(self, other):
        return pair(self, other, lambda x, y: (x - y, 1.0, -1.0))

    def __rsub__(self, other):
        return pair(other, self, lambda x, y: (x - y, 1.0, -1.0))

    def __mul__(self, other):
        return pair(self, other, lambda x, y: (x * y, y, x))

    def __rmul__(self, other):
        return pair(other, self, lambda x, y: (x * y, y, x))

    def __truediv__(self, other):
        return pair(self, other, quotient)

    def __rtruediv__(self, other):
        return pair(other, self, quotient)

    def __neg__(self):
        return single(self, -self.data, -1.0)

    def __pow__(self, n):
        if n == 0:
            return single(self, 1.0, 0.0)
        return single(self, self.data**n, n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return single(self, t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return single(self, e, e)

    def relu(self):
        if self.data > 0:
            return single(self, self.data, 1.0)
        return single(self, 0.0, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        flow = dict.fromkeys(topo, 0.0)
        flow[self] = 1.0
        for node in reversed(topo):
            if node._backward is None:
                node.grad += flow[node]
            else:
                node.grad = flow[node]
                node._backward(flow)


def quotient(x, y):
    z = x / y
    return z, 1.0 / y, -z / y


def node_of(x):
    return x if isinstance(x, Value) else Value(float(x))


def single(a, data, slope):
    out = Value(data)
    out._prev = (a,)

    def pass_on(flow):
        flow[a] += flow[out] * slope

    out._backward = pass_on
    return out


def pair(a, b, compute):
    a, b = node_of(a), node_of(b)
    x, y = a.data, b.data
    data, da, db = compute(x, y)
    if x is y:
        return single(a, data, da + db)
    out = Value(data)
    out._prev = (a, b)

    def pass_on(flow):
        g = flow[out]
        flow[a] += g * da
        flow[b] += g * db

    out._backward = pass_on
    return out


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if type(node) is tuple:
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(reversed(node._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
