"""Engine with one small class per operation (like torch.autograd.Function)."""

import math


class Operation:
    """value(numbers) -> number, slopes(numbers, result) -> one slope for each input"""

    def value(self, *xs):
        raise NotImplementedError

    def slopes(self, xs, result):
        raise NotImplementedError


class Plus(Operation):
    def value(self, x, y):
        return x + y

    def slopes(self, xs, result):
        return 1.0, 1.0


class Minus(Plus):
    def value(self, x, y):
        return x - y


class Times(Operation):
    def value(self, x, y):
        return x * y

    def slopes(self, xs, result):
        x, y = xs
        return y, x


class Over(Operation):
    def value(self, x, y):
        return x / y

    def slopes(self, xs, result):
        x, y = xs
        return 1.0 / y, -result / y


class Power(Operation):
    def __init__(self, n):
        self.n = n

    def value(self, x):
        return x**self.n

    def slopes(self, xs, result):
        if self.n == 0:
            return (0.0,)
        return (self.n * xs[0] ** (self.n - 1),)


class Negative(Operation):
    def value(self, x):
        return -x

    def slopes(self, xs, result):
        return (-1.0,)


class Tanh(Operation):
    def value(self, x):
        return math.tanh(x)

    def slopes(self, xs, result):
        return (1.0 - result**2,)


class Exp(Operation):
    def value(self, x):
        return math.exp(x)

    def slopes(self, xs, result):
        return (result,)


class Relu(Operation):
    def value(self, x):
        return x if x > 0 else 0.0

    def slopes(self, xs, result):
        return (1.0 if result > 0 else 0.0,)


def apply(operation, *inputs):
    inputs = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
    xs = [i.data for i in inputs]
    out = Value(operation.value(*xs))
    out._prev = inputs

    def rule():
        for i, slope in zip(inputs, operation.slopes(xs, out.data)):
            i.grad += slope * out.grad

    out._backward = rule
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, other):
        return apply(Plus(), self, other)

    def __radd__(self, other):
        return apply(Plus(), other, self)

    def __sub__(self, other):
        return apply(Minus(), self, other)

    def __rsub__(self, other):
        return apply(Minus(), other, self)

    def __mul__(self, other):
        return apply(Times(), self, other)

    def __rmul__(self, other):
        return apply(Times(), other, self)

    def __truediv__(self, other):
        return apply(Over(), self, other)

    def __rtruediv__(self, other):
        return apply(Over(), other, self)

    def __pow__(self, n):
        return apply(Power(n), self)

    def __neg__(self):
        return apply(Negative(), self)

    def tanh(self):
        return apply(Tanh(), self)

    def exp(self):
        return apply(Exp(), self)

    def relu(self):
        return apply(Relu(), self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        order.reverse()
        for node in order:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1
        for node in order:
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
