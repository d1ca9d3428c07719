import math
from functools import partial


# ---------- rules: (node, its inputs) -> None ----------

def back_add(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def back_mul(out, a, b):
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


def back_div(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * out.data / b.data


def back_neg(out, a):
    a.grad -= out.grad


def back_pow(n, out, a):
    if n != 0:
        a.grad += n * a.data ** (n - 1) * out.grad


def back_tanh(out, a):
    a.grad += (1 - out.data**2) * out.grad


def back_exp(out, a):
    a.grad += out.data * out.grad


def back_relu(out, a):
    if out.data > 0:
        a.grad += out.grad


def make(data, rule, *inputs):
    out = Value(data)
    out._prev = inputs
    out._backward = rule
    return out


class Value:
    _backward = None
    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def _other(self, x):
        return x if isinstance(x, type(self)) else type(self)(x)

    def __add__(self, x):
        x = self._other(x)
        return make(self.data + x.data, back_add, self, x)

    def __mul__(self, x):
        x = self._other(x)
        return make(self.data * x.data, back_mul, self, x)

    def __truediv__(self, x):
        x = self._other(x)
        return make(self.data / x.data, back_div, self, x)

    def __neg__(self):
        return make(-self.data, back_neg, self)

    def __pow__(self, n):
        return make(self.data**n, partial(back_pow, n), self)

    def __sub__(self, x):
        return self + -self._other(x)

    def __radd__(self, x):
        return self._other(x) + self

    def __rmul__(self, x):
        return self._other(x) * self

    def __rsub__(self, x):
        return self._other(x) - self

    def __rtruediv__(self, x):
        return self._other(x) / self

    def tanh(self):
        return make(math.tanh(self.data), back_tanh, self)

    def exp(self):
        return make(math.exp(self.data), back_exp, self)

    def relu(self):
        return make(max(self.data, 0.0), back_relu, self)

    def backward(self):
        # nothing to walk through
        if not self._prev:
            self.grad = 1.0
            return
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad = 1.0
        while inner:
            node = inner.pop()
            node._backward(node, *node._prev)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
            continue
        if node in visited:
            continue
        visited.add(node)
        stack += [node, None]
        stack += node._prev


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
