"""Numbers and slopes come from one function per operation: f(x) -> (number, slope)."""

import math


def tanh_and_slope(x):
    if abs(x) > 9.0:
        # Flat out here. This also keeps exp from growing.
        return math.copysign(1.0, x), 0.0
    up, down = math.exp(x), math.exp(-x)
    t = (up - down) / (up + down)
    return t, 1.0 - t * t


def exp_and_slope(x):
    e = math.exp(x)
    return e, e


def relu_and_slope(x):
    return (x, 1.0) if x > 0 else (0.0, 0.0)


def neg_and_slope(x):
    return -x, -1.0


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward")

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def _map(self, f):
        data, slope = f(self.data)
        out = Value(data, (self,), f.__name__)
        out._backward = lambda: self._get(slope * out.grad)
        return out

    def _get(self, share):
        self.grad += share

    def _join(self, other, op, data, left, right):
        out = Value(data, (self, other), op)
        out._backward = lambda: (self._get(left * out.grad), other._get(right * out.grad))
        return out

    def __add__(self, other):
        other = boxed(other)
        return self._join(other, "+", self.data + other.data, 1.0, 1.0)

    def __sub__(self, other):
        other = boxed(other)
        return self._join(other, "-", self.data - other.data, 1.0, -1.0)

    def __mul__(self, other):
        other = boxed(other)
        return self._join(other, "*", self.data * other.data, other.data, self.data)

    def __truediv__(self, other):
        other = boxed(other)
        q = self.data / other.data
        return self._join(other, "/", q, 1.0 / other.data, -q / other.data)

    def __radd__(self, other):
        return boxed(other) + self

    def __rsub__(self, other):
        return boxed(other) - self

    def __rmul__(self, other):
        return boxed(other) * self

    def __rtruediv__(self, other):
        return boxed(other) / self

    def __neg__(self):
        return self._map(neg_and_slope)

    def __pow__(self, n):
        def power(x):
            return x**n, (n * x ** (n - 1) if n else 0.0)

        return self._map(power)

    def tanh(self):
        return self._map(tanh_and_slope)

    def exp(self):
        return self._map(exp_and_slope)

    def relu(self):
        return self._map(relu_and_slope)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._backward]
        for node in inner:
            node.grad = 0.0
        self._get(1.0)
        while inner:
            inner.pop()._backward()


def boxed(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, leaving = todo.pop()
        if leaving:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node, True))
            todo += [(p, False) for p in node._prev]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
