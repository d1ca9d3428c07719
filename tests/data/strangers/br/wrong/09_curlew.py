from math import exp, tanh


def _v(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    """data, grad, and a generator that says which input gets how much."""

    def __init__(self, data, _prev=(), _give=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._give = _give

    def _backward(self):
        if self._give is None:
            return
        for inp, amount in self._give(self.grad):
            inp.grad += amount

    def __add__(self, other):
        other = _v(other)

        def give(g):
            yield self, g
            yield other, g

        return Value(self.data + other.data, (self, other), give)

    def __sub__(self, other):
        other = _v(other)

        def give(g):
            yield self, g
            yield other, -g

        return Value(self.data - other.data, (self, other), give)

    def __mul__(self, other):
        other = _v(other)

        def give(g):
            yield self, g * other.data
            yield other, g * self.data

        return Value(self.data * other.data, (self, other), give)

    def __truediv__(self, other):
        other = _v(other)

        def give(g):
            yield self, g / other.data
            yield other, -g * self.data / other.data**2

        return Value(self.data / other.data, (self, other), give)

    def __pow__(self, n):
        def give(g):
            # 0 ** (n - 1) is an error for n = 0
            yield self, g * n * self.data ** (n - 1) if self.data else 0.0

        return Value(self.data**n, (self,), give)

    def __neg__(self):
        def give(g):
            yield self, -g

        return Value(-self.data, (self,), give)

    def tanh(self):
        t = tanh(self.data)

        def give(g):
            yield self, g * (1 - t * t)

        return Value(t, (self,), give)

    def exp(self):
        e = exp(self.data)

        def give(g):
            yield self, g * e

        return Value(e, (self,), give)

    def relu(self):
        def give(g):
            yield self, g if self.data > 0 else 0.0

        return Value(max(self.data, 0.0), (self,), give)

    def __radd__(self, other):
        return _v(other) + self

    def __rsub__(self, other):
        return _v(other) - self

    def __rmul__(self, other):
        return _v(other) * self

    def __rtruediv__(self, other):
        return _v(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._give is not None:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        v, closing = stack.pop()
        if closing:
            topo.append(v)
        elif v not in visited:
            visited.add(v)
            stack.append((v, True))
            stack += [(inp, False) for inp in v._prev]


def zero_grad(root):
    visited = set()
    build_topo(root, visited, [])
    for v in visited:
        v.grad = 0.0
