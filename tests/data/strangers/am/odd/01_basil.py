"""A scalar engine in which every edge carries its slope from birth."""

import math as _m


class Value(object):
    __slots__ = ("data", "grad", "_prev", "_slopes", "_backward")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data, self.grad = data, 0.0
        self._prev, self._slopes = list(_prev), tuple(_slopes)
        self._backward = self._share_out

    def _share_out(self):
        upstream = self.grad
        for index, slope in enumerate(self._slopes):
            self._prev[index].grad += slope * upstream

    @classmethod
    def _of(cls, thing):
        return thing if isinstance(thing, cls) else cls(thing)

    def __add__(x, y):
        y = Value._of(y)
        return Value(x.data + y.data, (x, y), (1.0, 1.0))

    def __sub__(x, y):
        y = Value._of(y)
        return Value(x.data - y.data, (x, y), (1.0, -1.0))

    def __mul__(x, y):
        y = Value._of(y)
        return Value(x.data * y.data, (x, y), (y.data, x.data))

    def __truediv__(x, y):
        y = Value._of(y)
        quotient = x.data / y.data
        return Value(quotient, (x, y), (1.0 / y.data, -quotient / y.data))

    def __radd__(x, left):
        return Value._of(left) + x

    def __rsub__(x, left):
        return Value._of(left) - x

    def __rmul__(x, left):
        return Value._of(left) * x

    def __rtruediv__(x, left):
        return Value._of(left) / x

    def __neg__(x):
        return Value(-x.data, (x,), (-1.0,))

    def __pow__(x, n):
        power = x.data**n
        return Value(power, (x,), (n * x.data ** (n - 1) if n else 0.0,))

    def tanh(x):
        t = _m.tanh(x.data)
        return Value(t, (x,), ((1.0 + t) * (1.0 - t),))

    def exp(x):
        e = _m.exp(x.data)
        return Value(e, (x,), (e,))

    def relu(x):
        return Value(x.data, (x,), (1.0,)) if x.data > 0 else Value(0.0, (x,), (0.0,))

    def backward(self):
        order = build_topo(self, set(), [])
        for node in order:
            node.grad = node.grad if not node._prev else 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    trail = [(v, 0)]
    visited.add(v)
    while trail:
        node, k = trail.pop()
        while k < len(node._prev):
            below = node._prev[k]
            k += 1
            if below not in visited:
                visited.add(below)
                trail.append((node, k))
                node, k = below, 0
        topo.append(node)
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
