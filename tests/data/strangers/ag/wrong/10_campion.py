from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass(unsafe_hash=True)
class Value:
    data: float
    grad: float = field(default=0.0, compare=False)
    _prev: tuple = field(default=(), compare=False, repr=False)
    _local: tuple = field(default=(), compare=False, repr=False)
    _op: str = field(default="", compare=False)

    def __post_init__(self):
        self.data = float(self.data)

    def _backward(self):
        for node, local in zip(self._prev, self._local):
            node.grad += local * self.grad

    def __add__(self, other):
        return combine("+", self, other)

    def __radd__(self, other):
        return combine("+", other, self)

    def __sub__(self, other):
        return combine("-", self, other)

    def __rsub__(self, other):
        return combine("-", other, self)

    def __mul__(self, other):
        return combine("*", self, other)

    def __rmul__(self, other):
        return combine("*", other, self)

    def __truediv__(self, other):
        return combine("/", self, other)

    def __rtruediv__(self, other):
        return combine("/", other, self)

    def __neg__(self):
        return Value(-self.data, _prev=(self,), _local=(-1.0,), _op="neg")

    def __pow__(self, n):
        local = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, _prev=(self,), _local=(local,), _op=f"**{n}")

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, _prev=(self,), _local=(1 - t**2,), _op="tanh")

    def exp(self):
        e = math.exp(self.data)
        return Value(e, _prev=(self,), _local=(e,), _op="exp")

    def relu(self):
        on = float(self.data > 0)
        return Value(self.data if on else 0.0, _prev=(self,), _local=(on,), _op="relu")

    def backward(self):
        order: list[Value] = []
        build_topo(self, set(), order)
        for node in order:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def combine(op, a, b):
    a = a if isinstance(a, Value) else Value(a)
    b = b if isinstance(b, Value) else Value(b)
    x, y = a.data, b.data
    match op:
        case "+":
            z, local = x + y, (1.0, 1.0)
        case "-":
            z, local = x - y, (1.0, -1.0)
        case "*":
            z, local = x * y, (y, x)
        case "/":
            z, local = x / y, (1 / y, -x / y**2)
    return Value(z, _prev=(a, b), _local=local, _op=op)


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        waiting = [p for p in node._prev if p not in visited]
        if waiting:
            todo.extend(waiting)
        else:
            visited.add(node)
            topo.append(node)
            todo.pop()


def zero_grad(root):
    order: list[Value] = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
