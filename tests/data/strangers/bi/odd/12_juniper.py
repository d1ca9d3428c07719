"""Few primitives: -, *, 1/x, power, and curves. A node turns into its class when it is made."""

import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []

    def _backward(self):
        """A leaf has no rule."""

    def _become(self, kind, *inputs, **facts):
        self.__class__ = kind
        self._prev = list(inputs)
        self.__dict__.update(facts)
        return self

    def __sub__(self, other):
        other = leaf(other)
        return Value(self.data - other.data)._become(Less, self, other)

    def __mul__(self, other):
        other = leaf(other)
        return Value(self.data * other.data)._become(Often, self, other)

    def __rsub__(self, other):
        return leaf(other) - self

    def __neg__(self):
        return leaf(0) - self

    def __add__(self, other):
        return self - (0 - leaf(other))

    def __radd__(self, other):
        return leaf(other) + self

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        other = leaf(other)
        return self * Value(1 / other.data)._become(Upside, other)

    def __rtruediv__(self, other):
        return leaf(other) / self

    def __pow__(self, n):
        return Value(self.data**n)._become(Power, self, n=n)

    def tanh(self):
        return Value(math.tanh(self.data))._become(Tanh, self)

    def exp(self):
        return Value(math.exp(self.data))._become(Exp, self)

    def relu(self):
        return Value(self.data * (self.data > 0))._become(Relu, self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if type(node) is not Value:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


class Less(Value):
    def _backward(self):
        more, less = self._prev
        more.grad += self.grad
        less.grad -= self.grad


class Often(Value):
    def _backward(self):
        for this, that in zip(self._prev, self._prev[::-1]):
            this.grad += that.data * self.grad


class Curve(Value):
    def _backward(self):
        (below,) = self._prev
        below.grad += self.slope(below.data, self.data) * self.grad


class Upside(Curve):
    def slope(self, x, y):
        return -y * y


class Power(Curve):
    def slope(self, x, y):
        return self.n * x ** (self.n - 1) if self.n else 0.0


class Tanh(Curve):
    def slope(self, x, y):
        return (1 + y) * (1 - y)


class Exp(Curve):
    def slope(self, x, y):
        return y


class Relu(Curve):
    def slope(self, x, y):
        return 1.0 if x > 0 else 0.0


def leaf(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo.pop()
        if type(node) is tuple:
            topo.append(node[0])
        elif id(node) not in visited:
            visited.add(id(node))
            todo += [(node,), *node._prev]


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
