from math import exp as _exp
from math import tanh as _tanh


class Value:
    def __init__(self, data, *edges):
        self.data = float(data)
        self.grad = 0.0
        self.edges = edges                       # (input, function of the gradient)
        self._prev = tuple(v for v, _ in edges)
        self.level = self._prev[0].level + 1 if self._prev else 0

    def _backward(self):
        for v, f in self.edges:
            v.grad += f(self.grad)

    def __add__(self, other):
        if isinstance(other, (int, float)):
            return Value(self.data + other, (self, float))
        return Value(self.data + other.data, (self, float), (other, float))

    def __sub__(self, other):
        if isinstance(other, (int, float)):
            return self + -other
        return Value(self.data - other.data, (self, float), (other, lambda g: -g))

    def __mul__(self, other):
        if isinstance(other, (int, float)):
            return Value(self.data * other, (self, lambda g: g * other))
        a, b = self.data, other.data
        return Value(a * b, (self, lambda g: g * b), (other, lambda g: g * a))

    def __truediv__(self, other):
        if isinstance(other, (int, float)):
            return Value(self.data / other, (self, lambda g: g / other))
        a, b = self.data, other.data
        return Value(a / b, (self, lambda g: g / b), (other, lambda g: -g * a / b**2))

    def __radd__(self, number):
        return Value(number + self.data, (self, float))

    def __rsub__(self, number):
        return Value(number - self.data, (self, lambda g: -g))

    def __rmul__(self, number):
        return self * number

    def __rtruediv__(self, number):
        a = self.data
        return Value(number / a, (self, lambda g: -g * number / a**2))

    def __neg__(self):
        return Value(-self.data, (self, lambda g: -g))

    def __pow__(self, n):
        if n == 0:
            return Value(1, (self, lambda g: 0.0))
        a = self.data
        return Value(a**n, (self, lambda g: g * n * a ** (n - 1)))

    def tanh(self):
        t = _tanh(self.data)
        return Value(t, (self, lambda g: g * (1 - t * t)))

    def exp(self):
        e = _exp(self.data)
        return Value(e, (self, lambda g: g * e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self, float))
        return Value(0, (self, lambda g: 0.0))

    def backward(self):
        topo = levelled(self)
        for v in topo:
            if v.edges:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def levelled(root):
    nodes, new = set(), {root}
    while new:
        nodes |= new
        new = {p for v in new for p in v._prev if p not in nodes}
    shelves = {}
    for v in nodes:
        shelves.setdefault(v.level, []).append(v)
    return [v for level in sorted(shelves) for v in shelves[level]]


def build_topo(v, visited, topo):
    topo.extend(levelled(v))


def zero_grad(root):
    for v in levelled(root):
        v.grad = 0.0
