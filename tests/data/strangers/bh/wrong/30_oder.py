import math
import operator


def pointwise(name, function, slope):
    """A method for a function of one Value. slope(x, y): its derivative at x, with result y."""

    def method(self):
        out = Value(function(self.data), (self,), name)
        out._slopes = lambda: (slope(self.data, out.data),)
        return out

    method.__name__ = name
    return method


def pairwise(name, function, slopes):
    """Methods for an operator between two, the ordinary one and the reflected one."""

    def make(a, b):
        out = Value(function(a.data, b.data), (a, b), name)
        out._slopes = lambda: slopes(a.data, b.data)
        return out

    def method(self, other):
        return make(self, other if isinstance(other, Value) else Value(other))

    def reflected(self, other):
        return make(other if isinstance(other, Value) else Value(other), self)

    return method, reflected


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = tuple

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes()):
            node.grad += slope * self.grad

    __add__, __radd__ = pairwise("add", operator.add, lambda x, y: (1.0, 1.0))
    __sub__, __rsub__ = pairwise("sub", operator.sub, lambda x, y: (1.0, -1.0))
    __mul__, __rmul__ = pairwise("mul", operator.mul, lambda x, y: (y, x))
    __neg__ = pointwise("neg", operator.neg, lambda x, y: -1.0)

    inverse = pointwise("inverse", lambda x: 1.0 / x, lambda x, y: -y)
    tanh = pointwise("tanh", math.tanh, lambda x, y: 1.0 - y * y)
    exp = pointwise("exp", math.exp, lambda x, y: y)
    relu = pointwise("relu", lambda x: max(x, 0.0), lambda x, y: 1.0 * (x > 0))

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other.inverse()
        return self * (1.0 / other)

    def __rtruediv__(self, other):
        return self.inverse() * other

    def __pow__(self, n):
        if n == 0:
            raised = pointwise("pow", lambda x: 1.0, lambda x, y: 0.0)
        else:
            raised = pointwise("pow", lambda x: x**n, lambda x, y: n * x ** (n - 1))
        return raised(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, again = stack.pop()
        if again:
            topo.append(node)
            continue
        if node not in visited:
            visited.add(node)
            stack.append((node, True))
            for child in reversed(node._prev):
                stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
