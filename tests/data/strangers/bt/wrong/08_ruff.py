"""Number knows arithmetic, Value knows calculus: the second only adds what is to be remembered."""

import math


class Number:
    """A number in a box, with what every box can do."""

    def __init__(self, data):
        self.data = data.data if isinstance(data, Number) else float(data)

    @classmethod
    def box(cls, x):
        return x if isinstance(x, Number) else cls(x)

    def __repr__(self):
        return f"{type(self).__name__}({self.data!r})"

    def __add__(self, other):
        return type(self)(self.data + self.box(other).data)

    def __mul__(self, other):
        return type(self)(self.data * self.box(other).data)

    def __pow__(self, n):
        return type(self)(self.data**n)

    def tanh(self):
        return type(self)(math.tanh(self.data))

    def exp(self):
        return type(self)(math.exp(self.data))

    def relu(self):
        return type(self)(self.data if self.data > 0 else 0.0)

    # What follows from the above.

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + self.box(other) * -1

    def __rsub__(self, other):
        return self * -1 + other

    def __truediv__(self, other):
        return self * self.box(other) ** -1

    def __rtruediv__(self, other):
        return self**-1 * other


class Value(Number):
    """A Number with a gradient, which remembers where it came from."""

    def __init__(self, data):
        super().__init__(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = ()

    def _from(self, *inputs_and_slopes):
        self._prev = inputs_and_slopes[0::2]
        self._backward = inputs_and_slopes[1::2]
        return self

    def __add__(self, other):
        other = self.box(other)
        return super().__add__(other)._from(self, 1.0, other, 1.0)

    def __mul__(self, other):
        other = self.box(other)
        return super().__mul__(other)._from(self, other.data, other, self.data)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return super().__pow__(n)._from(self, slope)

    def tanh(self):
        out = super().tanh()
        return out._from(self, 1.0 - out.data * out.data)

    def exp(self):
        out = super().exp()
        return out._from(self, out.data)

    def relu(self):
        return super().relu()._from(self, float(self.data > 0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for p, slope in zip(node._prev, node._backward):
                p.grad += node.grad * slope


def build_topo(v, visited, topo):
    visited.add(v)
    nodes = [v]
    tracks = [iter(v._prev)]
    while tracks:
        p = next(tracks[-1], None)
        if p is None:
            tracks.pop()
            topo.append(nodes.pop())
        elif p not in visited:
            visited.add(p)
            nodes.append(p)
            tracks.append(iter(p._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
