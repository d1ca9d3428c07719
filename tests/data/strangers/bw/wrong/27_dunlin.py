"""A class for each operation. Value itself is a leaf; what is computed is a subclass."""

import math


class Value:
    _prev = ()

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0

    def _backward(self):
        pass

    def __add__(self, other):
        return Add(self, as_node(other))

    def __radd__(self, other):
        return Add(as_node(other), self)

    def __sub__(self, other):
        return Sub(self, as_node(other))

    def __rsub__(self, other):
        return Sub(as_node(other), self)

    def __mul__(self, other):
        return Mul(self, as_node(other))

    def __rmul__(self, other):
        return Mul(as_node(other), self)

    def __truediv__(self, other):
        return Div(self, as_node(other))

    def __rtruediv__(self, other):
        return Div(as_node(other), self)

    def __neg__(self):
        return Neg(self)

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        order = build_topo(self, set(), [])
        for node in order:
            if not is_leaf(node):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


class Binary(Value):
    def __init__(self, left, right):
        super().__init__(self.number(left.data, right.data))
        self._prev = (left, right)

    def _backward(self):
        left, right = self._prev
        to_left, to_right = self.slopes(left.data, right.data)
        left.grad += to_left * self.grad
        right.grad += to_right * self.grad


class Add(Binary):
    number = staticmethod(lambda x, y: x + y)
    slopes = staticmethod(lambda x, y: (1.0, 1.0))


class Sub(Binary):
    number = staticmethod(lambda x, y: x - y)
    slopes = staticmethod(lambda x, y: (1.0, -1.0))


class Mul(Binary):
    number = staticmethod(lambda x, y: x * y)
    slopes = staticmethod(lambda x, y: (y, x))


class Div(Binary):
    number = staticmethod(lambda x, y: x / y)
    slopes = staticmethod(lambda x, y: (1 / y, -x / y**2))


class Unary(Value):
    def __init__(self, inner):
        super().__init__(self.number(inner.data))
        self._prev = (inner,)

    def _backward(self):
        (inner,) = self._prev
        inner.grad += self.slope(inner.data) * self.grad


class Neg(Unary):
    number = staticmethod(lambda x: -x)

    def slope(self, x):
        return -1.0


class Tanh(Unary):
    number = staticmethod(math.tanh)

    def slope(self, x):
        return 1.0 - self.data**2


class Exp(Unary):
    number = staticmethod(math.exp)

    def slope(self, x):
        return self.data


class Relu(Unary):
    number = staticmethod(lambda x: max(x, 0.0))

    def slope(self, x):
        return 1.0 if x > 0 else 0.0


class Power(Value):
    def __init__(self, base, n):
        super().__init__(base.data**n)
        self._prev = (base,)
        self.n = n

    def _backward(self):
        (base,) = self._prev
        if self.n != 0:
            base.grad += self.n * base.data ** (self.n - 1) * self.grad


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def is_leaf(node):
    return not isinstance(node, (Binary, Unary))


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, position = stack.pop()
        if position < len(node._prev):
            stack.append((node, position + 1))
            child = node._prev[position]
            if child not in visited:
                visited.add(child)
                stack.append((child, 0))
        else:
            topo.append(node)
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
