"""An engine in which every node has a number, and no input has a higher one than its consumer."""

import math


class Value:
    _count = 0

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._number = Value._count
        Value._count += 1

    def _backward(self):
        RULES[self._op.split()[0]](self, *self._prev) if self._op else None

    def __add__(self, o):
        o = node_of(o)
        return Value(self.data + o.data, (self, o), "add")

    def __radd__(self, o):
        return node_of(o) + self

    def __sub__(self, o):
        o = node_of(o)
        return Value(self.data - o.data, (self, o), "sub")

    def __rsub__(self, o):
        return node_of(o) - self

    def __mul__(self, o):
        o = node_of(o)
        return Value(self.data * o.data, (self, o), "mul")

    def __rmul__(self, o):
        return node_of(o) * self

    def __truediv__(self, o):
        o = node_of(o)
        return Value(self.data / o.data, (self, o), "div")

    def __rtruediv__(self, o):
        return node_of(o) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"pow {n}")
        out._n = n
        return out

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def backward(self):
        nodes = sorted(collect(self), key=lambda node: -node._number)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def add_rule(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def sub_rule(out, a, b):
    a.grad += out.grad
    b.grad -= out.grad


def mul_rule(out, a, b):
    a.grad += out.grad * b.data
    b.grad += out.grad * a.data


def div_rule(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * out.data / b.data


def neg_rule(out, a):
    a.grad -= out.grad


def pow_rule(out, a):
    if out._n != 0:
        a.grad += out.grad * out._n * a.data ** (out._n - 1)


def tanh_rule(out, a):
    a.grad += out.grad * (1 - out.data * out.data)


def exp_rule(out, a):
    a.grad += out.grad * out.data


def relu_rule(out, a):
    a.grad += out.grad if out.data > 0 else 0.0


RULES = {
    "add": add_rule,
    "sub": sub_rule,
    "mul": mul_rule,
    "div": div_rule,
    "neg": neg_rule,
    "pow": pow_rule,
    "tanh": tanh_rule,
    "exp": exp_rule,
    "relu": relu_rule,
}


def collect(root):
    seen = {root}
    stack = [root]
    while stack:
        fresh = set(stack.pop()._prev) - seen
        seen |= fresh
        stack.extend(fresh)
    return seen


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        for i in stack[-1][1]:
            if i not in visited:
                visited.add(i)
                stack.append((i, iter(i._prev)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    for node in collect(root):
        node.grad = 0.0
    # A new round begins here: keep the numbers small.
    Value._count = 0
