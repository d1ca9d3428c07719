"""A node for each operation: Sum, Product, Tanh... are all Values that know their own rule."""

import math


class Value:
    _op = ""

    def __init__(self, data, _prev=(), _op=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._made = {}
        if _op is not None:
            self._op = _op

    def __repr__(self):
        return f"{type(self).__name__}({self.data:g})"

    def _backward(self):
        """A leaf has nothing to pass on."""

    def _function(self, kind):
        if kind not in self._made:
            self._made[kind] = kind(self)
        return self._made[kind]

    def __add__(self, other):
        return Sum(self, value(other))

    def __radd__(self, other):
        return Sum(value(other), self)

    def __sub__(self, other):
        return Sum(self, Negative(value(other)))

    def __rsub__(self, other):
        return Sum(value(other), Negative(self))

    def __mul__(self, other):
        return Product(self, value(other))

    def __rmul__(self, other):
        return Product(value(other), self)

    def __truediv__(self, other):
        return Quotient(self, value(other))

    def __rtruediv__(self, other):
        return Quotient(value(other), self)

    def __neg__(self):
        return Negative(self)

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return self._function(Tanh)

    def exp(self):
        return self._function(Exp)

    def relu(self):
        return self._function(Relu)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def value(x):
    return x if isinstance(x, Value) else Value(x)


class Sum(Value):
    _op = "+"

    def __init__(self, left, right):
        super().__init__(left.data + right.data, (left, right))

    def _backward(self):
        for node in self._prev:
            node.grad += self.grad


class Product(Value):
    _op = "*"

    def __init__(self, left, right):
        super().__init__(left.data * right.data, (left, right))

    def _backward(self):
        left, right = self._prev
        left.grad += right.data * self.grad
        right.grad += left.data * self.grad


class Quotient(Value):
    _op = "/"

    def __init__(self, top, bottom):
        super().__init__(top.data / bottom.data, (top, bottom))

    def _backward(self):
        top, bottom = self._prev
        share = self.grad / bottom.data
        top.grad += share
        bottom.grad -= share * self.data


class Negative(Value):
    _op = "neg"

    def __init__(self, node):
        super().__init__(-node.data, (node,))

    def _backward(self):
        self._prev[0].grad -= self.grad


class Power(Value):
    _op = "**"

    def __init__(self, base, n):
        super().__init__(base.data**n, (base,))
        self._n = n

    def _backward(self):
        base, n = self._prev[0], self._n
        if n != 0:
            base.grad += n * base.data ** (n - 1) * self.grad


class Tanh(Value):
    _op = "tanh"

    def __init__(self, node):
        super().__init__(math.tanh(node.data), (node,))

    def _backward(self):
        self._prev[0].grad += (1 - self.data**2) * self.grad


class Exp(Value):
    _op = "exp"

    def __init__(self, node):
        super().__init__(math.exp(node.data), (node,))

    def _backward(self):
        self._prev[0].grad += self.data * self.grad


class Relu(Value):
    _op = "relu"

    def __init__(self, node):
        super().__init__(max(node.data, 0.0), (node,))

    def _backward(self):
        if self.data > 0:
            self._prev[0].grad += self.grad


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for child in node._prev:
            stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
