import math
from abc import ABC, abstractmethod


class Operation(ABC):
    """What a node knows about how it was made."""

    @abstractmethod
    def value(self, *numbers): ...

    @abstractmethod
    def slopes(self, result, *numbers): ...


class Add(Operation):
    def value(self, x, y):
        return x + y

    def slopes(self, result, x, y):
        return [1.0, 1.0]


class Multiply(Operation):
    def value(self, x, y):
        return x * y

    def slopes(self, result, x, y):
        return [y, x]


class Power(Operation):
    def __init__(self, n):
        self.n = n

    def value(self, x):
        return x**self.n

    def slopes(self, result, x):
        return [0.0 if self.n == 0 else self.n * x ** (self.n - 1)]


class Tanh(Operation):
    def value(self, x):
        return math.tanh(x)

    def slopes(self, result, x):
        return [1.0 - result * result]


class Exp(Operation):
    def value(self, x):
        return math.exp(x)

    def slopes(self, result, x):
        return [result]


class Relu(Operation):
    def value(self, x):
        return x if x > 0 else 0.0

    def slopes(self, result, x):
        return [1.0 if x > 0 else 0.0]


class Value:
    _made = 0

    def __init__(self, data, _operation=None, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._operation = _operation
        self._prev = _prev
        Value._made += 1
        self.name = f"v{Value._made}"

    def __repr__(self):
        return f"{self.name}({self.data:g})"

    @staticmethod
    def _apply(operation, *inputs):
        inputs = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
        return Value(operation.value(*[i.data for i in inputs]), operation, inputs)

    def _backward(self):
        if self._operation is None:
            return
        slopes = self._operation.slopes(self.data, *[i.data for i in self._prev])
        for node, slope in zip(self._prev, slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        return Value._apply(Add(), self, other)

    def __radd__(self, other):
        return Value._apply(Add(), other, self)

    def __mul__(self, other):
        return Value._apply(Multiply(), self, other)

    def __rmul__(self, other):
        return Value._apply(Multiply(), other, self)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __pow__(self, n):
        return Value._apply(Power(n), self)

    def __truediv__(self, other):
        return self * other**-1

    def __rtruediv__(self, other):
        return self**-1 * other

    def tanh(self):
        return Value._apply(Tanh(), self)

    def exp(self):
        return Value._apply(Exp(), self)

    def relu(self):
        return Value._apply(Relu(), self)

    def backward(self):
        nodes = in_order(self)
        for node in nodes:
            if node._operation is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


def reach(root):
    found = {root}
    fresh = [root]
    while fresh:
        fresh = [p for node in fresh for p in node._prev if p not in found]
        fresh = list(dict.fromkeys(fresh))
        found.update(fresh)
    return found


def in_order(root):
    """The nodes, inputs first."""
    return sorted(reach(root), key=lambda node: node.name)


def build_topo(v, visited, topo):
    for node in in_order(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in reach(root):
        node.grad = 0.0
