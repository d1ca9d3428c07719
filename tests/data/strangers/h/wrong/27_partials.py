"""functools and operator do the writing."""

import functools
import math
import operator


class Value:
    def __init__(self, data, _prev=(), _grads=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._grads = _grads

    def _apply(self, other, *, forward, grads):
        other = other if isinstance(other, Value) else Value(other)
        return Value(forward(self.data, other.data), (self, other), grads)

    def _swapped(self, other, *, forward, grads):
        return Value(other)._apply(self, forward=forward, grads=grads)

    def _map(self, *, forward, slope):
        y = forward(self.data)
        return Value(y, (self,), lambda x: (slope(x, y),))

    _add = dict(forward=operator.add, grads=lambda x, y: (1.0, 1.0))
    _sub = dict(forward=operator.sub, grads=lambda x, y: (1.0, -1.0))
    _mul = dict(forward=operator.mul, grads=lambda x, y: (y, x))
    _div = dict(forward=operator.truediv, grads=lambda x, y: (1 / y, -x / y**2))

    __add__ = functools.partialmethod(_apply, **_add)
    __sub__ = functools.partialmethod(_apply, **_sub)
    __mul__ = functools.partialmethod(_apply, **_mul)
    __truediv__ = functools.partialmethod(_apply, **_div)
    __radd__ = functools.partialmethod(_swapped, **_add)
    __rsub__ = functools.partialmethod(_swapped, **_sub)
    __rmul__ = functools.partialmethod(_swapped, **_mul)
    __rtruediv__ = functools.partialmethod(_swapped, **_div)
    __neg__ = functools.partialmethod(_map, forward=operator.neg, slope=lambda x, y: -1.0)

    tanh = functools.partialmethod(_map, forward=math.tanh, slope=lambda x, y: 1 - y * y)
    exp = functools.partialmethod(_map, forward=math.exp, slope=lambda x, y: y)
    relu = functools.partialmethod(
        _map, forward=functools.partial(max, 0.0), slope=lambda x, y: float(x > 0)
    )

    def __pow__(self, n):
        n = int(n)
        return self._map(
            forward=lambda x: x**n,
            slope=lambda x, y: n * x ** (n - 1) if n else 0.0,
        )

    def _backward(self):
        if self._grads is None:
            return
        slopes = self._grads(*map(operator.attrgetter("data"), self._prev))
        for node, slope in zip(self._prev, slopes):
            node.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in filter(operator.attrgetter("_prev"), topo):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, complete = stack.pop()
        if complete:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
