import math


def lifted(method):
    """Decorator: turn the other operand into a Value first."""

    def wrapper(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return method(self, other)

    return wrapper


class Value:
    def __init__(self, data, parents=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(parents)
        self._backward = lambda grad: None

    @lifted
    def __add__(self, other):
        out = Value(self.data + other.data, [self, other])

        def _backward(grad):
            self.grad += grad
            other.grad += grad

        out._backward = _backward
        return out

    @lifted
    def __sub__(self, other):
        out = Value(self.data - other.data, [self, other])

        def _backward(grad):
            self.grad += grad
            other.grad += -grad

        out._backward = _backward
        return out

    @lifted
    def __mul__(self, other):
        out = Value(self.data * other.data, [self, other])

        def _backward(grad):
            self.grad += grad * other.data
            other.grad += grad * self.data

        out._backward = _backward
        return out

    @lifted
    def __truediv__(self, other):
        out = Value(self.data / other.data, [self, other])

        def _backward(grad):
            self.grad += grad / other.data
            other.grad += -grad * self.data / other.data**2

        out._backward = _backward
        return out

    @lifted
    def __rsub__(self, other):
        return other - self

    @lifted
    def __rtruediv__(self, other):
        return other / self

    __radd__ = __add__
    __rmul__ = __mul__
    __iadd__ = __add__
    __isub__ = __sub__
    __imul__ = __mul__
    __itruediv__ = __rtruediv__

    def __neg__(self):
        return self * -1.0

    def __pow__(self, n):
        out = Value(self.data**n, [self])

        def _backward(grad):
            if n != 0:
                self.grad += grad * n * self.data ** (n - 1)

        out._backward = _backward
        return out

    __ipow__ = __pow__

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, [self])

        def _backward(grad):
            self.grad += grad * (1.0 - t * t)

        out._backward = _backward
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, [self])

        def _backward(grad):
            self.grad += grad * e

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0.0 else 0.0, [self])

        def _backward(grad):
            self.grad += grad if self.data > 0.0 else 0.0

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward(v.grad)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        v, finished = stack.pop()
        if finished:
            topo.append(v)
            continue
        if v in visited:
            continue
        visited.add(v)
        stack.append((v, True))
        for p in reversed(v._prev):
            if p not in visited:
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
