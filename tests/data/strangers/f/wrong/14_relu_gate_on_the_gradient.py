import math
from functools import partial


def wrap(x):
    return x if isinstance(x, Value) else Value(float(x))


def back_add(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def back_sub(out, a, b):
    a.grad += out.grad
    b.grad += -out.grad


def back_mul(out, a, b):
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


def back_div(out, a, b):
    a.grad += out.grad / b.data
    b.grad += -out.data / b.data * out.grad


def back_neg(out, a):
    a.grad += -out.grad


def back_pow(out, a, n):
    if n == 0:
        return
    a.grad += n * a.data ** (n - 1) * out.grad


def back_tanh(out, a):
    a.grad += (1.0 - out.data ** 2) * out.grad


def back_exp(out, a):
    a.grad += out.data * out.grad


def back_relu(out, a):
    a.grad += out.grad if out.grad > 0 else 0.0


def no_rule():
    return None


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = set()
        self._backward = no_rule

    def _from(self, rule, nodes, *more):
        self._prev = set(nodes)
        self._backward = partial(rule, self, *nodes, *more)
        return self

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data)._from(back_add, [self, other])

    def __radd__(self, other):
        return wrap(other).__add__(self)

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data)._from(back_sub, [self, other])

    def __rsub__(self, other):
        return wrap(other).__sub__(self)

    def __mul__(self, other):
        other = wrap(other)
        return Value(self.data * other.data)._from(back_mul, [self, other])

    def __rmul__(self, other):
        return wrap(other).__mul__(self)

    def __truediv__(self, other):
        other = wrap(other)
        return Value(self.data / other.data)._from(back_div, [self, other])

    def __rtruediv__(self, other):
        return wrap(other).__truediv__(self)

    def __neg__(self):
        return Value(-self.data)._from(back_neg, [self])

    def __pow__(self, n):
        return Value(self.data ** n)._from(back_pow, [self], n)

    def tanh(self):
        return Value(math.tanh(self.data))._from(back_tanh, [self])

    def exp(self):
        return Value(math.exp(self.data))._from(back_exp, [self])

    def relu(self):
        return Value(max(0.0, self.data))._from(back_relu, [self])

    def backward(self):
        listing = []
        build_topo(self, set(), listing)
        for node in listing:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(listing):
            node._backward()


def build_topo(v, visited, topo):
    work = [("visit", v)]
    while work:
        what, node = work.pop()
        if what == "emit":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            work.append(("emit", node))
            for inp in node._prev:
                work.append(("visit", inp))


def zero_grad(root):
    listing = []
    build_topo(root, set(), listing)
    for node in listing:
        node.grad = 0.0
