"""A node is one complex number: the value is its real part, the gradient its imaginary part."""

from cmath import rect  # noqa: F401  (a reminder that these numbers can turn; here they do not)
from math import exp, tanh


class Value:
    __slots__ = ("z", "_prev", "_op", "_backward")

    def __init__(self, data, _prev=(), _op=""):
        self.z = complex(data, 0.0)
        self._prev, self._op = _prev, _op
        self._backward = bool

    data = property(
        lambda self: self.z.real,
        lambda self, x: setattr(self, "z", complex(x, self.z.imag)),
    )
    grad = property(
        lambda self: self.z.imag,
        lambda self, x: setattr(self, "z", complex(self.z.real, x)),
    )

    def __iadd(self, amount):
        self.z = complex(self.z.real, self.z.imag + amount)

    def __out(self, data, inputs, slopes):
        out = Value(data, inputs)

        def rule():
            g = out.z.imag
            for node, slope in zip(inputs, slopes):
                node.__iadd(g * slope)

        out._backward = rule
        return out

    def __add__(self, other):
        other = of(other)
        return self.__out(self.data + other.data, (self, other), (1, 1))

    def __sub__(self, other):
        other = of(other)
        return self.__out(self.data - other.data, (self, other), (1, -1))

    def __mul__(self, other):
        other = of(other)
        x, y = self.data, other.data
        return self.__out(x * y, (self, other), (y, x))

    def __truediv__(self, other):
        other = of(other)
        x, y = self.data, other.data
        return self.__out(x / y, (self, other), (1 / y, -x / y / y))

    def __pow__(self, n):
        x = self.data
        return self.__out(x**n, (self,), (n * x ** (n - 1) if n else 0,))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return of(other) - self

    def __rtruediv__(self, other):
        return of(other) / self

    def __neg__(self):
        return self.__out(-self.data, (self,), (-1,))

    def tanh(self):
        t = tanh(self.data)
        return self.__out(t, (self,), (1 - t * t,))

    def exp(self):
        e = exp(self.data)
        return self.__out(e, (self,), (e,))

    def relu(self):
        x = self.data
        return self.__out(max(x, 0.0), (self,), (int(x > 0),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0
        self.__iadd(1)
        for node in reversed(topo):
            node._backward()


def of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Down with the nodes, up with their negative places."""
    stack = [v]
    names = [v]
    while stack:
        note = stack.pop()
        if isinstance(note, int):
            topo.append(names[~note])
        elif note not in visited:
            visited.add(note)
            names.append(note)
            stack.append(~(len(names) - 1))
            stack.extend(note._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.z = complex(node.z.real)
