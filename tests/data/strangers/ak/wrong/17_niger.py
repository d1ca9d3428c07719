import math


def power(x, n):
    """x ** n and its slope."""
    nearest = round(n)
    if abs(n - nearest) < 1e-9:
        n = nearest
    if n == 0:
        return 1.0, 0.0
    return x**n, n * x ** (n - 1)


def curve_tanh(x):
    t = math.tanh(x)
    return t, 1.0 - t * t


def curve_exp(x):
    e = math.exp(x)
    return e, e


def curve_relu(x):
    return (x, 1.0) if x > 0 else (0.0, 0.0)


class Value:
    def __init__(self, data, parents=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self._slopes = slopes

    def _backward(self):
        g = self.grad
        for parent, slope in zip(self._prev, self._slopes):
            parent.grad += g * slope

    def __add__(self, other):
        other = node(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = node(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = node(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = node(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), (1.0 / y, -x / y / y))

    def __pow__(self, n):
        return self._apply(power, n)

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __radd__(self, other):
        return node(other).__add__(self)

    def __rsub__(self, other):
        return node(other).__sub__(self)

    def __rmul__(self, other):
        return node(other).__mul__(self)

    def __rtruediv__(self, other):
        return node(other).__truediv__(self)

    def _apply(self, function, *more):
        value, slope = function(self.data, *more)
        return Value(value, (self,), (slope,))

    def tanh(self):
        return self._apply(curve_tanh)

    def exp(self):
        return self._apply(curve_exp)

    def relu(self):
        return self._apply(curve_relu)

    def backward(self):
        order = forwards(self)
        for n in order:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(order):
            n._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def forwards(root):
    order = []
    build_topo(root, set(), order)
    return order


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        n = stack.pop()
        if isinstance(n, list):
            topo += n
        elif n not in visited:
            visited.add(n)
            stack.append([n])
            stack.extend(n._prev)


def zero_grad(root):
    for n in forwards(root):
        n.grad = 0.0
