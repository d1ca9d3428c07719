import math


def power(base, n):
    """base ** n; whole exponents by repeated squaring."""
    if n != int(n):
        return base**n
    left = abs(int(n))
    square = base
    product = 1.0
    for _ in range(8):
        if left & 1:
            product *= square
        square *= square
        left >>= 1
    return product if n >= 0 else 1.0 / product


class Value:
    def __init__(self, data, *inputs):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self.rules = []

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def _backward(self):
        for node, rule in zip(self._prev, self.rules):
            node.grad += rule(self.grad)

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, self, other)
        out.rules = [float, float]
        return out

    def __sub__(self, other):
        other = wrap(other)
        out = Value(self.data - other.data, self, other)
        out.rules = [float, float.__neg__]
        return out

    def __mul__(self, other):
        other = wrap(other)
        x, y = self.data, other.data
        out = Value(x * y, self, other)
        out.rules = [lambda g: g * y, lambda g: g * x]
        return out

    def __truediv__(self, other):
        return self * wrap(other) ** -1

    def __pow__(self, n):
        x = self.data
        out = Value(power(x, n), self)
        if n == 0:
            out.rules = [lambda g: 0.0]
        else:
            slope = n * power(x, n - 1)
            out.rules = [lambda g: g * slope]
        return out

    def __neg__(self):
        out = Value(-self.data, self)
        out.rules = [float.__neg__]
        return out

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, self)
        out.rules = [lambda g: g * (1.0 - t * t)]
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, self)
        out.rules = [lambda g: g * e]
        return out

    def relu(self):
        if self.data > 0:
            out = Value(self.data, self)
            out.rules = [float]
        else:
            out = Value(0.0, self)
            out.rules = [lambda g: 0.0]
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.rules:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    # consumers first (Kahn), then turned round
    consumers = {v: 0}
    for node in (todo := [v]):
        for n in node._prev:
            if n not in consumers:
                consumers[n] = 0
                todo.append(n)
            consumers[n] += 1
    line = [v]
    for node in line:
        for n in node._prev:
            consumers[n] -= 1
            if consumers[n] == 0:
                line.append(n)
    topo += line[::-1]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
