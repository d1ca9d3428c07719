"""One class per operation. The gradients of inner nodes are cleared behind the wave."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    def _backward(self):
        return None

    def __add__(self, other):
        return Add(self, other)

    def __radd__(self, other):
        return Add(other, self)

    def __sub__(self, other):
        return Sub(self, other)

    def __rsub__(self, other):
        return Sub(other, self)

    def __mul__(self, other):
        return Mul(self, other)

    def __rmul__(self, other):
        return Mul(other, self)

    def __truediv__(self, other):
        return Div(self, other)

    def __rtruediv__(self, other):
        return Div(other, self)

    def __neg__(self):
        return Neg(self)

    def __pow__(self, n):
        return Pow(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        while order:
            node = order.pop()
            node._backward()
            if node._prev and node is not self:
                node.grad = 0.0


class Two(Value):
    def __init__(self, left, right):
        left = left if isinstance(left, Value) else Value(left)
        right = right if isinstance(right, Value) else Value(right)
        self.left, self.right = left, right
        super().__init__(self.number(left.data, right.data), (left, right), type(self).__name__)

    def _backward(self):
        dl, dr = self.slopes(self.left.data, self.right.data)
        self.left.grad += dl * self.grad
        self.right.grad += dr * self.grad


class One(Value):
    def __init__(self, x, n=None):
        self.x, self.n = x, n
        super().__init__(self.number(x.data), (x,), type(self).__name__)

    def _backward(self):
        self.x.grad += self.slope(self.x.data) * self.grad


class Add(Two):
    def number(self, a, b):
        return a + b

    def slopes(self, a, b):
        return 1.0, 1.0


class Sub(Two):
    def number(self, a, b):
        return a - b

    def slopes(self, a, b):
        return 1.0, -1.0


class Mul(Two):
    def number(self, a, b):
        return a * b

    def slopes(self, a, b):
        return b, a


class Div(Two):
    def number(self, a, b):
        return a / b

    def slopes(self, a, b):
        return 1 / b, -(a / b) / b


class Neg(One):
    def number(self, x):
        return -x

    def slope(self, x):
        return -1.0


class Pow(One):
    def number(self, x):
        return x**self.n

    def slope(self, x):
        return self.n * x ** (self.n - 1) if self.n != 0 else 0.0


class Tanh(One):
    def number(self, x):
        return math.tanh(x)

    def slope(self, x):
        return 1 - self.data * self.data


class Exp(One):
    def number(self, x):
        return math.exp(x)

    def slope(self, x):
        return self.data


class Relu(One):
    def number(self, x):
        return x if x > 0 else 0.0

    def slope(self, x):
        return float(x > 0)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [[v, list(v._prev)]]
    while stack:
        node, rest = stack[-1]
        if not rest:
            topo.append(node)
            stack.pop()
            continue
        child = rest.pop()
        if child not in visited:
            visited.add(child)
            stack.append([child, list(child._prev)])


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
