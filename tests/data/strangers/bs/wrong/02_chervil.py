"""The whole engine, one class for every operation."""

import math


class Value:
    """A leaf, and the base of everything else."""

    is_leaf = True

    def __init__(self, data, *inputs):
        self.data = data
        self.grad = 0.0
        self._prev = inputs

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
        return Negate(self, -self.data, -1.0)

    def __pow__(self, n):
        return Power(self, self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return Tanh(self, t, 1.0 - t**2)

    def exp(self):
        e = math.exp(self.data)
        return Exp(self, e, e)

    def relu(self):
        on = self.data > 0
        return Relu(self, self.data if on else 0.0, 1.0 if on else 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


class Operation(Value):
    """A node with inputs."""

    is_leaf = False


class Binary(Operation):
    def __init__(self, left, right):
        super().__init__(self.compute(left.data, right.data), left, right)
        self.slopes = self.derive(left.data, right.data)

    def _backward(self):
        left, right = self._prev
        left.grad += self.slopes[0] * self.grad
        right.grad += self.slopes[1] * self.grad


class Unary(Value):
    def __init__(self, arg, data, slope):
        super().__init__(data, arg)
        self.slope = slope

    def _backward(self):
        (arg,) = self._prev
        arg.grad += self.slope * self.grad


class Add(Binary):
    def compute(self, x, y):
        return x + y

    def derive(self, x, y):
        return 1.0, 1.0


class Sub(Binary):
    def compute(self, x, y):
        return x - y

    def derive(self, x, y):
        return 1.0, -1.0


class Mul(Binary):
    def compute(self, x, y):
        return x * y

    def derive(self, x, y):
        return y, x


class Div(Binary):
    def compute(self, x, y):
        return x / y

    def derive(self, x, y):
        return 1.0 / y, -x / (y * y)


class Negate(Unary):
    pass


class Power(Unary):
    pass


class Tanh(Unary):
    pass


class Exp(Unary):
    pass


class Relu(Unary):
    pass


def build_topo(v, visited, topo):
    """Depth first, with a stack of iterators."""
    if v in visited:
        return
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, rest = stack[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                stack.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
