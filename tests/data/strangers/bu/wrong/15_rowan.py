"""exam 13 - my engine. Skips work where a number makes no difference (a + 0, a * 1)."""
import math
from operator import add, mul, sub, truediv


def number_of(x):
    return x.data if isinstance(x, Value) else x


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def is_just(x, number):
    return number_of(x) == number


def combine(how, a, b, rule):
    out = Value(how(number_of(a), number_of(b)))
    a, b = node_of(a), node_of(b)
    out._prev = (a, b)
    out._backward = lambda: rule(out.grad, a, b)
    return out


def through(a, data, slope):
    out = Value(data)
    out._prev = (a,)

    def rule():
        a.grad += slope * out.grad

    out._backward = rule
    return out


def add_rule(g, a, b):
    a.grad += g
    b.grad += g


def sub_rule(g, a, b):
    a.grad += g
    b.grad -= g


def mul_rule(g, a, b):
    a.grad += g * b.data
    b.grad += g * a.data


def div_rule(g, a, b):
    a.grad += g / b.data
    b.grad -= g * a.data / b.data**2


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    def __add__(self, other):
        if is_just(other, 0):
            return self
        return combine(add, self, other, add_rule)

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        if is_just(other, 0):
            return self
        return combine(sub, self, other, sub_rule)

    def __rsub__(self, other):
        return combine(sub, other, self, sub_rule)

    def __mul__(self, other):
        if is_just(other, 1):
            return self
        return combine(mul, self, other, mul_rule)

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        return combine(truediv, self, other, div_rule)

    def __rtruediv__(self, other):
        return combine(truediv, other, self, div_rule)

    def __neg__(self):
        return through(self, -self.data, -1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return through(self, self.data**n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return through(self, t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return through(self, e, e)

    def relu(self):
        if self.data > 0:
            return through(self, self.data, 1.0)
        return through(self, 0.0, 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        results = [v for v in reversed(order) if v._backward]
        for v in results:
            v.grad = 0.0
        self.grad += 1.0
        for v in results:
            v._backward()


def build_topo(v, visited, topo):
    left_to_do = [(v, iter(v._prev))]
    visited.add(v)
    while left_to_do:
        node, inputs = left_to_do[-1]
        new = next((i for i in inputs if i not in visited), None)
        if new is None:
            topo.append(node)
            left_to_do.pop()
        else:
            visited.add(new)
            left_to_do.append((new, iter(new._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for v in order:
        v.grad = 0.0
