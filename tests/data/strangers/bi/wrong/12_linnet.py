"""One class, one table of rules by name."""

import math


def _rule_add(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad += out.grad


def _rule_sub(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad -= out.grad


def _rule_mul(out):
    a, b = out._prev
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


def _rule_div(out):
    a, b = out._prev
    a.grad += out.grad / b.data
    b.grad -= out.grad * (a.data / b.data) / b.data


def _rule_neg(out):
    out._prev[0].grad -= out.grad


def _rule_pow(out):
    a, n = out._prev[0], out._n
    if n != 0:
        a.grad += n * a.data ** (n - 1) * out.grad


def _rule_tanh(out):
    out._prev[0].grad += (1.0 - out.data * out.data) * out.grad


def _rule_exp(out):
    out._prev[0].grad += out.data * out.grad


def _rule_relu(out):
    if out.data > 0.0:
        out._prev[0].grad += out.grad


RULES = {
    "": lambda out: None,
    "+": _rule_add,
    "-": _rule_sub,
    "*": _rule_mul,
    "/": _rule_div,
    "neg": _rule_neg,
    "**": _rule_pow,
    "tanh": _rule_tanh,
    "exp": _rule_exp,
    "relu": _rule_relu,
}


class Value:
    def __init__(self, data, _prev=(), _op="", _n=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._n = _n

    def _backward(self):
        RULES[self._op](self)

    def __add__(self, other):
        other = wrapped(other)
        return Value(self.data + other.data, (self, other), "+")

    def __sub__(self, other):
        other = wrapped(other)
        return Value(self.data - other.data, (self, other), "-")

    def __mul__(self, other):
        other = wrapped(other)
        return Value(self.data * other.data, (self, other), "*")

    def __truediv__(self, other):
        other = wrapped(other)
        return Value(self.data / other.data, (self, other), "/")

    def __neg__(self):
        if self._op == "neg":
            return self._prev[0]
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "**", n)

    def __radd__(self, other):
        return wrapped(other) + self

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rmul__(self, other):
        return wrapped(other) * self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def wrapped(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    path = [v]
    entered = set()
    while path:
        node = path[-1]
        if node in visited:
            path.pop()
        elif node in entered:
            visited.add(node)
            topo.append(path.pop())
        else:
            entered.add(node)
            path.extend(source for source in node._prev if source not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
