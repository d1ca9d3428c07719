# All operations are plain functions; the class borrows them at the bottom.
import math


class Value:
    def __init__(self, data, inputs=(), name=""):
        self.data = float(data)
        self.grad = 0.0
        self.name = name
        self._prev = tuple(inputs)
        self._backward = lambda: None

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo[:-1]:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def zero_grad(self):
        zero_grad(self)


def value_of(x):
    return x if isinstance(x, Value) else Value(x)


def add(x, y):
    x, y = value_of(x), value_of(y)
    out = Value(x.data + y.data, (x, y), "add")

    def _backward():
        x.grad += out.grad
        y.grad += out.grad

    out._backward = _backward
    return out


def mul(x, y):
    x, y = value_of(x), value_of(y)
    out = Value(x.data * y.data, (x, y), "mul")

    def _backward():
        x.grad += y.data * out.grad
        y.grad += x.data * out.grad

    out._backward = _backward
    return out


def neg(x):
    return mul(x, -1.0)


def sub(x, y):
    return add(x, neg(value_of(y)))


def power(x, n):
    out = Value(x.data**n, (x,), "power")

    def _backward():
        if n == 0:
            return
        x.grad += n * x.data ** (n - 1) * out.grad

    out._backward = _backward
    return out


def div(x, y):
    return mul(x, power(value_of(y), -1))


def tanh(x):
    out = Value(math.tanh(x.data), (x,), "tanh")

    def _backward():
        x.grad += (1.0 - out.data**2) * out.grad

    out._backward = _backward
    return out


def exp(x):
    out = Value(math.exp(x.data), (x,), "exp")

    def _backward():
        x.grad += out.data * out.grad

    out._backward = _backward
    return out


def relu(x):
    out = Value(x.data if x.data > 0 else 0.0, (x,), "relu")

    def _backward():
        x.grad += (out.data > 0) * out.grad

    out._backward = _backward
    return out


Value.__add__ = add
Value.__radd__ = lambda self, other: add(other, self)
Value.__sub__ = sub
Value.__rsub__ = lambda self, other: sub(other, self)
Value.__mul__ = mul
Value.__rmul__ = lambda self, other: mul(other, self)
Value.__truediv__ = div
Value.__rtruediv__ = lambda self, other: div(other, self)
Value.__pow__ = power
Value.__neg__ = neg
Value.tanh = tanh
Value.exp = exp
Value.relu = relu


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for p in node._prev:
            if p not in visited:
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
