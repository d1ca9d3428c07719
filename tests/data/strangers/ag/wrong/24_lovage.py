import math
from abc import ABC, abstractmethod


class Differentiable(ABC):
    grad = 0.0

    @property
    @abstractmethod
    def _prev(self): ...

    @abstractmethod
    def _backward(self): ...

    def __float__(self):
        return self.data

    def __add__(self, other):
        other = as_node(other)
        return Result(float(self) + float(other), (self, 1), (other, 1))

    def __sub__(self, other):
        other = as_node(other)
        return Result(float(self) - float(other), (self, 1), (other, -1))

    def __mul__(self, other):
        other = as_node(other)
        return Result(float(self) * float(other), (self, float(other)), (other, float(self)))

    def __truediv__(self, other):
        other = as_node(other)
        x, y = float(self), float(other)
        return Result(x / y, (self, 1 / y), (other, -x / y ** 2))

    def __radd__(self, other):
        return as_node(other) + self

    def __rsub__(self, other):
        return as_node(other) - self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def __neg__(self):
        return Result(-self.data, (self, -1))

    def __pow__(self, n):
        x = self.data
        return Result(x ** n, (self, n * x ** (n - 1) if n != 0 else 0))

    def tanh(self):
        t = math.tanh(self.data)
        return Result(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Result(e, (self, e))

    def relu(self):
        return Result(max(self.data, 0), (self, 1 if self.data > 0 else 0))

    def backward(self):
        todo = Order(self)
        for v in todo.nodes:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(todo.nodes):
            v._backward()


class Value(Differentiable):
    _prev = ()

    def __init__(self, data):
        self.data = float(data)

    def _backward(self):
        return None


class Result(Value):
    def __init__(self, data, *edges):
        super().__init__(data)
        self.edges = edges

    @property
    def _prev(self):
        return tuple(v for v, _ in self.edges)

    def _backward(self):
        for v, slope in self.edges:
            v.grad += slope * self.grad


def as_node(x):
    if type(x) is Value:
        return x
    return Value(x)


class Order:
    def __init__(self, root):
        self.nodes = []
        self.seen = set()
        stack = [(root, False)]
        while stack:
            v, below_is_done = stack.pop()
            if below_is_done:
                self.nodes.append(v)
            elif v not in self.seen:
                self.seen.add(v)
                stack.append((v, True))
                stack.extend((p, False) for p in v._prev)


def build_topo(v, visited, topo):
    topo.extend(Order(v).nodes)


def zero_grad(root):
    for v in Order(root).nodes:
        v.grad = 0.0
