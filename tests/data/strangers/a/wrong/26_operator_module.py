import operator as op
from math import exp, tanh


class Value:
    """Built around `_make(function, slopes, *inputs)`: slopes are functions of the numbers."""

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: ()

    @classmethod
    def _make(cls, function, slopes, *inputs):
        inputs = tuple(i if isinstance(i, cls) else cls(i) for i in inputs)
        numbers = [i.data for i in inputs]
        out = cls(function(*numbers))
        out._prev = inputs
        out._backward = lambda: tuple(slope(*numbers) for slope in slopes)
        return out

    def __add__(self, other):
        return self._make(op.add, (lambda x, y: 1.0, lambda x, y: 1.0), self, other)

    def __radd__(self, other):
        return self + other

    def __mul__(self, other):
        return self._make(op.mul, (lambda x, y: y, lambda x, y: x), self, other)

    def __rmul__(self, other):
        return self * other

    def __sub__(self, other):
        return self._make(op.sub, (lambda x, y: 1.0, lambda x, y: -1.0), self, other)

    def __rsub__(self, other):
        return -self - other

    def __truediv__(self, other):
        return self._make(op.truediv, (lambda x, y: 1.0 / y, lambda x, y: -x / y**2), self, other)

    def __rtruediv__(self, other):
        return self**-1 * other

    def __neg__(self):
        return self._make(op.neg, (lambda x: -1.0,), self)

    def __pow__(self, n):
        return self._make(
            lambda x: op.pow(x, n),
            (lambda x: n * op.pow(x, n - 1) if n else 0.0,),
            self,
        )

    def tanh(self):
        return self._make(tanh, (lambda x: 1.0 - tanh(x) ** 2,), self)

    def exp(self):
        return self._make(exp, (exp,), self)

    def relu(self):
        return self._make(lambda x: x * op.gt(x, 0), (lambda x: float(op.gt(x, 0)),), self)

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            for source, slope in zip(node._prev, node._backward()):
                source.grad += slope * node.grad


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        for source in stack[-1][1]:
            if source not in visited:
                visited.add(source)
                stack.append((source, iter(source._prev)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
