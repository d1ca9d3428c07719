"""Three kinds of results only: weighted sums, pairs, and curves of one number.
A difference is a weighted sum, a product with a plain number is one as well."""

import math


class Value:
    def __new__(cls, *arguments):
        return object.__new__(Leaf if cls is Value else cls)

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def __add__(self, other):
        return WeightedSum((1.0, self), (1.0, other))

    def __radd__(self, other):
        return WeightedSum((1.0, other), (1.0, self))

    def __sub__(self, other):
        return WeightedSum((1.0, self), (-1.0, other))

    def __rsub__(self, other):
        return WeightedSum((1.0, other), (-1.0, self))

    def __neg__(self):
        return WeightedSum((-1.0, self))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Pair(self.data * other.data, (self, other.data), (other, self.data))
        return WeightedSum((other, self))

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, Value):
            q = self.data / other.data
            return Pair(q, (self, 1.0 / other.data), (other, -q / other.data))
        q = self.data / other
        return Curve(self, lambda x: (q, 1.0 / other))

    def __rtruediv__(self, other):
        q = other / self.data
        return Curve(self, lambda x: (q, -q / x))

    def __pow__(self, n):
        return Curve(self, lambda x: (x**n, n * x ** (n - 1) if n else 0.0))

    def tanh(self):
        return Curve(self, tanh)

    def exp(self):
        return Curve(self, exp)

    def relu(self):
        return Curve(self, lambda x: (x, 1.0) if x > 0 else (0.0, 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.restart()
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


class Leaf(Value):
    _prev = frozenset()

    def _backward(self):
        pass

    def restart(self):
        pass


class Result(Value):
    def restart(self):
        self.grad = 0.0


class WeightedSum(Result):
    def __init__(self, *terms):
        self.constant = 0.0
        self.weights = {}
        total = 0.0
        for weight, x in terms:
            if isinstance(x, Value):
                self.weights[x] = self.weights.get(x, 0.0) + weight
                total += weight * x.data
            else:
                self.constant += weight * x
        super().__init__(total + self.constant)

    @property
    def _prev(self):
        return set(self.weights)

    def _backward(self):
        for x, weight in self.weights.items():
            x.grad += weight * self.grad


class Pair(Result):
    def __init__(self, data, *slopes):
        super().__init__(data)
        self._prev = {x for x, _ in slopes}
        self.slopes = slopes

    def _backward(self):
        for x, slope in self.slopes:
            x.grad += slope * self.grad


class Curve(Result):
    def __init__(self, x, f):
        y, self.slope = f(x.data)
        super().__init__(y)
        self._prev = {x}

    def _backward(self):
        (x,) = self._prev
        x.grad += self.slope * self.grad


def tanh(x):
    t = math.tanh(x)
    return t, 1.0 - t * t


def exp(x):
    e = math.exp(x)
    return e, e


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        for x in inputs:
            if x not in visited:
                visited.add(x)
                stack.append((x, iter(x._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
