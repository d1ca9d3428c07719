"""Autograd engine (exercise 13).

Sometimes only the numbers are wanted and not the graph. For this there is `untracked()`,
like torch.no_grad().
"""

import math
from contextlib import contextmanager


class Value:
    tracking = True

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = _no_rule

    @classmethod
    def _make(cls, data, inputs, slopes):
        out = cls(data)
        if cls.tracking:
            out._prev = tuple(inputs)

            def rule():
                for node, slope in zip(inputs, slopes):
                    node.grad += out.grad * slope

            out._backward = rule
        return out

    def __add__(self, other):
        other = _wrap(other)
        return self._make(self.data + other.data, [self, other], [1.0, 1.0])

    def __mul__(self, other):
        other = _wrap(other)
        return self._make(self.data * other.data, [self, other], [other.data, self.data])

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if n != 0 else 0.0
        return self._make(x**n, [self], [slope])

    def __truediv__(self, other):
        other = _wrap(other)
        with untracked():
            inverse = other**-1
            result = self * inverse
            slope = -result * inverse
        return self._make(result.data, [self, other], [inverse.data, slope.data])

    def __neg__(self):
        return self._make(-self.data, [self], [-1.0])

    def __sub__(self, other):
        return self + (-_wrap(other))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return _wrap(other) - self

    def __rtruediv__(self, other):
        return _wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._make(t, [self], [1.0 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return self._make(e, [self], [e])

    def relu(self):
        return self._make(max(0.0, self.data), [self], [float(self.data > 0.0)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


@contextmanager
def untracked():
    """Inside of it results are plain leaves."""
    before = Value.tracking
    Value.tracking = False
    yield
    Value.tracking = before


def _no_rule():
    pass


def _wrap(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, iter(()))] if v in visited else [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, children = stack[-1]
        child = next(children, None)
        if child is None:
            topo.append(node)
            stack.pop()
        elif child not in visited:
            visited.add(child)
            stack.append((child, iter(child._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
