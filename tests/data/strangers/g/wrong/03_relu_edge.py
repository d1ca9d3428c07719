import math
from collections import deque
from dataclasses import dataclass, field

FORWARD = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "tanh": math.tanh,
    "exp": math.exp,
    "relu": lambda a: max(0.0, a),
}

SLOPES = {
    "+": lambda y, a, b: (1.0, 1.0),
    "-": lambda y, a, b: (1.0, -1.0),
    "*": lambda y, a, b: (b, a),
    "/": lambda y, a, b: (1 / b, -y / b),
    "tanh": lambda y, a: (1 - y * y,),
    "exp": lambda y, a: (y,),
    "relu": lambda y, a: (float(a >= 0),),
}


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: tuple = ()
    _op: str = ""
    _slopes: tuple = ()
    grad: float = field(default=0.0, init=False)

    def __post_init__(self):
        self.data = float(self.data)

    @staticmethod
    def apply(op, *inputs):
        nodes = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
        numbers = [n.data for n in nodes]
        y = FORWARD[op](*numbers)
        return Value(y, nodes, op, SLOPES[op](y, *numbers))

    def __add__(self, o): return Value.apply("+", self, o)
    def __radd__(self, o): return Value.apply("+", o, self)
    def __sub__(self, o): return Value.apply("-", self, o)
    def __rsub__(self, o): return Value.apply("-", o, self)
    def __mul__(self, o): return Value.apply("*", self, o)
    def __rmul__(self, o): return Value.apply("*", o, self)
    def __truediv__(self, o): return Value.apply("/", self, o)
    def __rtruediv__(self, o): return Value.apply("/", o, self)
    def __neg__(self): return Value.apply("-", 0.0, self)
    def tanh(self): return Value.apply("tanh", self)
    def exp(self): return Value.apply("exp", self)
    def relu(self): return Value.apply("relu", self)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), "**", (slope,))

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def backward(self):
        order = from_root(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def from_root(root):
    """Kahn: a node is ready when all its consumers are out."""
    waiting, todo = {root: 0}, [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in waiting:
                waiting[p] = 0
                todo.append(p)
            waiting[p] += 1
    ready, order = deque([root]), []
    while ready:
        node = ready.popleft()
        order.append(node)
        for p in node._prev:
            waiting[p] -= 1
            if waiting[p] == 0:
                ready.append(p)
    return order


def build_topo(v, visited, topo):
    topo.extend(reversed(from_root(v)))
    visited.update(topo)


def zero_grad(root):
    for node in from_root(root):
        node.grad = 0.0
