import math
from functools import partial


def value(x):
    return x if isinstance(x, Value) else Value(x)


def give(node, amount):
    node.grad += amount


def add_rule(a, b, out):
    give(a, out.grad)
    give(b, out.grad)


def mul_rule(a, b, out):
    give(a, out.grad * b.data)
    give(b, out.grad * a.data)


def div_rule(a, b, out):
    give(a, out.grad / b.data)
    give(b, -out.grad * out.data / b.data)


def pow_rule(n, a, out):
    give(a, out.grad * n * a.data ** (n - 1) if n else 0.0)


def tanh_rule(a, out):
    give(a, out.grad * (1 - out.data**2))


def exp_rule(a, out):
    give(a, out.grad * out.data)


def relu_rule(a, out):
    give(a, out.grad if out.data > 0 else 0.0)


def result(data, rule, *inputs):
    out = Value(data, inputs)
    out._backward = partial(rule, *inputs, out)
    return out


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return hash((self.data, self._prev))

    def __add__(self, other):
        other = value(other)
        return result(self.data + other.data, add_rule, self, other)

    def __mul__(self, other):
        other = value(other)
        return result(self.data * other.data, mul_rule, self, other)

    def __truediv__(self, other):
        other = value(other)
        return result(self.data / other.data, div_rule, self, other)

    def __pow__(self, n):
        return result(self.data**n, partial(pow_rule, n), self)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -value(other)

    def __radd__(self, other):
        return value(other) + self

    def __rsub__(self, other):
        return value(other) - self

    def __rmul__(self, other):
        return value(other) * self

    def __rtruediv__(self, other):
        return value(other) / self

    def tanh(self):
        return result(math.tanh(self.data), tanh_rule, self)

    def exp(self):
        return result(math.exp(self.data), exp_rule, self)

    def relu(self):
        return result(self.data if self.data > 0 else 0.0, relu_rule, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [n for n in topo if n._prev]
        for n in inner:
            n.grad = 0.0
        self.grad += 1.0
        for n in inner[::-1]:
            n._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, list(v._prev))]
    while stack:
        node, left = stack[-1]
        if not left:
            topo.append(node)
            stack.pop()
            continue
        p = left.pop()
        if p not in visited:
            visited.add(p)
            stack.append((p, list(p._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
