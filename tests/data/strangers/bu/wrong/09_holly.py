import math


class Value:
    def __init__(self, data, parents=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = set(parents)
        self._backward = nothing

    def __repr__(self):
        return "Value(%r)" % self.data

    def backward(self):
        order = topological(self)
        for v in order:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(order):
            v._backward()


def nothing():
    pass


def const(x):
    return x if type(x) is Value else Value(x)


def add(a, b):
    a, b = const(a), const(b)
    c = Value(a.data + b.data, (a, b))

    def rule():
        a.grad += c.grad
        b.grad += c.grad

    c._backward = rule
    return c


def mul(a, b):
    a, b = const(a), const(b)
    c = Value(a.data * b.data, (a, b))

    def rule():
        a.grad += c.grad * b.data
        b.grad += c.grad * a.data

    c._backward = rule
    return c


def div(a, b):
    a, b = const(a), const(b)
    c = Value(a.data / b.data, (a, b))

    def rule():
        a.grad += c.grad / b.data
        b.grad += -c.grad * a.data / (b.data * b.data)

    c._backward = rule
    return c


def neg(a):
    c = Value(-a.data, (a,))

    def rule():
        a.grad -= c.grad

    c._backward = rule
    return c


def sub(a, b):
    return add(a, neg(const(b)))


def power(a, n):
    c = Value(a.data**n, (a,))

    def rule():
        if n == 0 or a.data == 0:
            return
        a.grad += c.grad * n * a.data ** (n - 1)

    c._backward = rule
    return c


def tanh(a):
    c = Value(math.tanh(a.data), (a,))

    def rule():
        a.grad += c.grad * (1 - c.data**2)

    c._backward = rule
    return c


def exp(a):
    c = Value(math.exp(a.data), (a,))

    def rule():
        a.grad += c.grad * c.data

    c._backward = rule
    return c


def relu(a):
    c = Value(max(0.0, a.data), (a,))

    def rule():
        if a.data > 0:
            a.grad += c.grad

    c._backward = rule
    return c


Value.__add__ = add
Value.__radd__ = lambda self, other: add(other, self)
Value.__mul__ = mul
Value.__rmul__ = lambda self, other: mul(other, self)
Value.__sub__ = sub
Value.__rsub__ = lambda self, other: sub(other, self)
Value.__truediv__ = div
Value.__rtruediv__ = lambda self, other: div(other, self)
Value.__neg__ = neg
Value.__pow__ = power
Value.tanh = tanh
Value.exp = exp
Value.relu = relu


def topological(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    stack = [(v, list(v._prev))]
    visited.add(v)
    while stack:
        node, left = stack[-1]
        while left and left[-1] in visited:
            left.pop()
        if left:
            child = left.pop()
            visited.add(child)
            stack.append((child, list(child._prev)))
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    for v in topological(root):
        v.grad = 0.0
