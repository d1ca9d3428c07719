import math
from collections import namedtuple

# What a node remembers of its making: the inputs and a function of the gradient
# that gives one share for each input.
Record = namedtuple("Record", "inputs shares")
NOTHING = Record((), lambda g: ())


class Value(object):
    def __init__(self, data, record=NOTHING):
        self.data = float(data)
        self.grad = 0.0
        self.record = record

    _prev = property(lambda self: self.record.inputs)

    def _backward(self):
        for node, share in zip(self.record.inputs, self.record.shares(self.grad)):
            node.grad += share

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, Record((self, other), lambda g: (g, g)))

    def __mul__(self, other):
        other = as_value(other)
        x, y = self.data, other.data
        return Value(x * y, Record((self, other), lambda g: (y * g, x * g)))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, Record((self,), lambda g: (0.0,)))
        return Value(x**n, Record((self,), lambda g: (n * x ** (n - 1) * g,)))

    def __neg__(self):
        return Value(-self.data, Record((self,), lambda g: (-g,)))

    def __sub__(self, other):
        return self + (-as_value(other))

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __radd__(self, other):
        return as_value(other) + self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, Record((self,), lambda g: ((1 - t * t) * g,)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, Record((self,), lambda g: (e * g,)))

    def relu(self):
        gate = self.data > 0
        return Value(self.data if gate else 0, Record((self,), lambda g: (g if gate else 0.0,)))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo[:-1]:
            if node.record is not NOTHING:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        before = len(todo)
        for p in node._prev:
            if p not in visited:
                todo.append(p)
        if len(todo) == before:
            visited.add(node)
            topo.append(todo.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
