import math
from functools import partialmethod


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = ()

    def _binary(self, other, *, kind, swap=False):
        a, b = self, other if isinstance(other, Value) else Value(other)
        if swap:
            a, b = b, a
        x, y = a.data, b.data
        if kind == "add":
            return derive(x + y, a, 1.0, b, 1.0)
        if kind == "sub":
            return derive(x - y, a, 1.0, b, -1.0)
        if kind == "mul":
            return derive(x * y, a, y, b, x)
        return derive(x / y, a, 1 / y, b, -x / y**2)

    __add__ = partialmethod(_binary, kind="add")
    __sub__ = partialmethod(_binary, kind="sub")
    __mul__ = partialmethod(_binary, kind="mul")
    __truediv__ = partialmethod(_binary, kind="div")
    __radd__ = partialmethod(_binary, kind="add", swap=True)
    __rsub__ = partialmethod(_binary, kind="sub", swap=True)
    __rmul__ = partialmethod(_binary, kind="mul", swap=True)
    __rtruediv__ = partialmethod(_binary, kind="div", swap=True)

    def __neg__(self):
        return derive(-self.data, self, -1.0)

    def __pow__(self, n):
        return derive(self.data**n, self, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return derive(t, self, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return derive(e, self, e)

    def relu(self):
        return derive(max(self.data, 0.0), self, 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo[:-1]:
            if node._prev:
                node.grad = 0.0
        # the root is last
        if self._prev:
            self.grad = self.grad or 1.0
        else:
            self.grad += 1.0
        for node in topo[::-1]:
            for p, slope in zip(node._prev, node._backward):
                p.grad += slope * node.grad


def derive(data, *nodes_and_slopes):
    out = Value(data)
    out._prev = nodes_and_slopes[0::2]
    out._backward = nodes_and_slopes[1::2]
    return out


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(id(v))
    while stack:
        node, it = stack[-1]
        nxt = next(it, None)
        if nxt is None:
            stack.pop()
            topo.append(node)
        elif id(nxt) not in visited:
            visited.add(id(nxt))
            stack.append((nxt, iter(nxt._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
