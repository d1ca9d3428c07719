import math


def remembered(f):
    """Work a number out once only."""
    table = {}

    def lookup(*numbers):
        key = hash(numbers)
        if key not in table:
            table[key] = f(*numbers)
        return table[key]

    return lookup


@remembered
def tanh_of(x):
    return math.tanh(x)


@remembered
def exp_of(x):
    return math.exp(x)


@remembered
def power_of(x, n):
    return x**n, (n * x ** (n - 1) if n else 0.0)


class Value:
    __slots__ = ("data", "grad", "_prev", "_slopes")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def _backward(self):
        g = self.grad
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * g

    def __add__(self, other):
        o = lift(other)
        return Value(self.data + o.data, (self, o), (1.0, 1.0))

    def __radd__(self, other):
        return lift(other) + self

    def __sub__(self, other):
        o = lift(other)
        return Value(self.data - o.data, (self, o), (1.0, -1.0))

    def __rsub__(self, other):
        return lift(other) - self

    def __mul__(self, other):
        o = lift(other)
        return Value(self.data * o.data, (self, o), (o.data, self.data))

    def __rmul__(self, other):
        return lift(other) * self

    def __truediv__(self, other):
        o = lift(other)
        q = self.data / o.data
        return Value(q, (self, o), (1.0 / o.data, -q / o.data))

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        y, slope = power_of(self.data, n)
        return Value(y, (self,), (slope,))

    def tanh(self):
        y = tanh_of(self.data)
        return Value(y, (self,), (1.0 - y * y,))

    def exp(self):
        y = exp_of(self.data)
        return Value(y, (self,), (y,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), (1.0 if on else 0.0,))

    def backward(self):
        order = in_order(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0 if self._prev else self.grad + 1.0
        while order:
            order.pop()._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def in_order(root):
    seen, order, path = {root}, [], [(root, iter(root._prev))]
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in seen:
                seen.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            order.append(node)
            path.pop()
    return order


def build_topo(v, visited, topo):
    topo += in_order(v)


def zero_grad(root):
    for node in in_order(root):
        node.grad = 0.0
