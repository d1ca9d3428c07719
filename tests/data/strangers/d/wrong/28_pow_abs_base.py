from functools import partial
import math


class Value:
    """The rule of a node is a functools.partial of one of the functions below."""

    def __init__(self, data, *inputs):
        self.data = float(data)
        self.grad = 0.0
        self._prev = inputs
        self._backward = None

    def ruled(self, rule, *args):
        self._backward = partial(rule, *self._prev, *args)
        return self

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, self, other).ruled(add_rule)

    def __sub__(self, other):
        return self + as_value(other) * -1

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, self, other).ruled(mul_rule)

    def __truediv__(self, other):
        other = as_value(other)
        return Value(self.data / other.data, self, other).ruled(div_rule)

    def __pow__(self, n):
        return Value(self.data**n, self).ruled(pow_rule, n)

    def __neg__(self):
        return self * -1

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, self).ruled(unary_rule, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, self).ruled(unary_rule, e)

    def relu(self):
        on = float(self.data > 0)
        return Value(on * self.data, self).ruled(unary_rule, on)

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._backward:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            if v._backward:
                v._backward(v.grad)


def add_rule(a, b, g):
    a.grad += g
    b.grad += g


def mul_rule(a, b, g):
    a.grad += g * b.data
    b.grad += g * a.data


def div_rule(a, b, g):
    a.grad += g / b.data
    b.grad -= g * a.data / b.data**2


def pow_rule(a, n, g):
    if n == 0:
        return
    a.grad += g * n * abs(a.data) ** (n - 1)


def unary_rule(a, slope, g):
    a.grad += g * slope


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        here = stack.pop()
        if here in visited:
            continue
        rest = [p for p in here._prev if p not in visited]
        if rest:
            stack.append(here)
            stack += rest
        else:
            visited.add(here)
            topo.append(here)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
