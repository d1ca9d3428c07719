import math


def raw(x):
    return float(x)


class Value(float):
    """A float that remembers. `data` starts as the float itself."""

    def __new__(cls, data, *parents):
        return super().__new__(cls, data)

    def __init__(self, data, *parents):
        self.data = float(data)
        self.grad = 0.0
        self._parents = [(p, s) for p, s in parents if isinstance(p, Value)]

    __hash__ = object.__hash__
    __eq__ = object.__eq__
    __ne__ = object.__ne__

    @property
    def _prev(self):
        return [p for p, _ in self._parents]

    def _backward(self):
        for p, s in self._parents:
            p.grad += s * self.grad

    def __add__(self, other):
        return Value(raw(self) + raw(other), (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        return Value(raw(self) - raw(other), (self, 1.0), (other, -1.0))

    def __rsub__(self, other):
        return Value(raw(other) - raw(self), (self, -1.0))

    def __mul__(self, other):
        return Value(raw(self) * raw(other), (self, raw(other)), (other, raw(self)))

    def __truediv__(self, other):
        a, b = raw(self), raw(other)
        return Value(a / b, (self, 1 / b), (other, -a / b ** 2))

    def __rtruediv__(self, other):
        a, b = raw(other), raw(self)
        return Value(a / b, (self, -a / b ** 2))

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return Value(-raw(self), (self, -1.0))

    def __pow__(self, n):
        x = raw(self)
        return Value(x ** n, (self, n * x ** (n - 1) if n else 0.0))

    def tanh(self):
        t = math.tanh(raw(self))
        return Value(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(raw(self))
        return Value(e, (self, e))

    def relu(self):
        x = raw(self)
        return Value(x, (self, 1.0)) if x > 0 else Value(0.0, (self, 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._parents:
                v.grad = 0.0
        self.grad += 1.0
        for v in topo[::-1]:
            v._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, v._prev)]
    while trail:
        node, waiting = trail[-1]
        while waiting and waiting[-1] in visited:
            waiting.pop()
        if waiting:
            child = waiting.pop()
            visited.add(child)
            trail.append((child, child._prev))
        else:
            topo.append(node)
            trail.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
