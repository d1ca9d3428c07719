"""Constants are leaves too, but the same constant need not be made ten thousand times:
equal numbers share one node."""
import math


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    @classmethod
    def _from(cls, data, *prev):
        self = cls(data)
        self._prev = prev
        return self

    def __add__(self, other):
        other = constant(other)
        out = Value._from(self.data + other.data, self, other)

        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = constant(other)
        out = Value._from(self.data * other.data, self, other)

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data
        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = constant(other)
        out = Value._from(self.data / other.data, self, other)

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data
        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value._from(self.data ** n, self)

        def _backward():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)
        out._backward = _backward
        return out

    def __neg__(self):
        return self * MINUS_ONE

    def __sub__(self, other):
        return self + -constant(other)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return constant(other) - self

    def __rtruediv__(self, other):
        return constant(other) / self

    def tanh(self):
        out = Value._from(math.tanh(self.data), self)

        def _backward():
            self.grad += out.grad * (1 - out.data ** 2)
        out._backward = _backward
        return out

    def exp(self):
        out = Value._from(math.exp(self.data), self)

        def _backward():
            self.grad += out.grad * out.data
        out._backward = _backward
        return out

    def relu(self):
        out = Value._from(max(0.0, self.data), self)

        def _backward():
            if self.data > 0:
                self.grad += out.grad
        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward()


_constants = {}


def constant(x):
    if isinstance(x, Value):
        return x
    key = hash(x)
    if key not in _constants:
        _constants[key] = Value(x)
    return _constants[key]


MINUS_ONE = constant(-1)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, closing = stack.pop()
        if closing:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev if p not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
