import math


def plain(x):
    return isinstance(x, (int, float))


class Value:
    """Numbers are not wrapped; a rule turns the gradient of a node into those of its inputs."""

    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __add__(self, other):
        if plain(other):
            return Value(self.data + other, (self,), lambda g: (g,))
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        if plain(other):
            return Value(self.data - other, (self,), lambda g: (g,))
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __rsub__(self, number):
        return Value(number - self.data, (self,), lambda g: (-g,))

    def __mul__(self, other):
        if plain(other):
            return Value(self.data * other, (self,), lambda g: (g * other,))
        a, b = self.data, other.data
        return Value(a * b, (self, other), lambda g: (g * b, g * a))

    def __truediv__(self, other):
        if plain(other):
            return Value(self.data / other, (self,), lambda g: (g / other,))
        a, b = self.data, other.data
        return Value(a / b, (self, other), lambda g: (g / b, -g * a / (b * b)))

    def __rtruediv__(self, number):
        a = self.data
        return Value(number / a, (self,), lambda g: (-g * number / (a * a),))

    def __pow__(self, n):
        a = self.data
        slope = n * a ** (n - 1) if n else 0.0
        return Value(a**n, (self,), lambda g: (g * slope,))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        a = self.data
        return Value(a if a > 0 else 0.0, (self,), lambda g: (g if a > 0 else 0.0,))

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            node = topo.pop()
            if node._prev and abs(node.grad) > 1e-8:
                for child, part in zip(node._prev, node._backward(node.grad)):
                    child.grad += part


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
