import math
import operator


class Value:
    __slots__ = ["data", "grad", "_prev", "_slopes", "depth"]

    def __init__(self, data, inputs=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(inputs)
        self._slopes = list(slopes)
        # the longest way down to a leaf
        self.depth = 1 + max((n.depth for n in self._prev), default=-1)

    def __repr__(self):
        return f"Value({self.data}, depth {self.depth})"

    def _backward(self):
        for i, n in enumerate(self._prev):
            n.grad += self._slopes[i] * self.grad

    def __add__(self, other):
        return combine(operator.add, self, other, lambda a, b, y: (1.0, 1.0))

    def __radd__(self, other):
        return combine(operator.add, other, self, lambda a, b, y: (1.0, 1.0))

    def __sub__(self, other):
        return combine(operator.sub, self, other, lambda a, b, y: (1.0, -1.0))

    def __rsub__(self, other):
        return combine(operator.sub, other, self, lambda a, b, y: (1.0, -1.0))

    def __mul__(self, other):
        return combine(operator.mul, self, other, lambda a, b, y: (b, a))

    def __rmul__(self, other):
        return combine(operator.mul, other, self, lambda a, b, y: (b, a))

    def __truediv__(self, other):
        return combine(operator.truediv, self, other, lambda a, b, y: (1.0 / b, -y / b))

    def __rtruediv__(self, other):
        return combine(operator.truediv, other, self, lambda a, b, y: (1.0 / b, -y / b))

    def __neg__(self):
        return Value(-self.data, [self], [-1.0])

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, [self], [slope])

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, [self], [1.0 - y * y])

    def exp(self):
        y = math.exp(self.data)
        return Value(y, [self], [y])

    def relu(self):
        if self.data > 0:
            return Value(self.data, [self], [1.0])
        return Value(0.0, [self], [0.0])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n.depth > 0:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo):
            n._backward()


def combine(f, left, right, slopes):
    left = left if isinstance(left, Value) else Value(left)
    right = right if isinstance(right, Value) else Value(right)
    y = f(left.data, right.data)
    return Value(y, [left, right], slopes(left.data, right.data, y))


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, met = stack.pop()
        if met:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        # the deepest input comes last and so is on top: the pile stays low
        node._prev.sort(key=lambda n: n.depth)
        for n in node._prev:
            stack.append((n, False))


def zero_grad(root):
    visited = set()
    build_topo(root, visited, [])
    for n in visited:
        n.grad = 0.0
