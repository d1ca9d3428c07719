"""A small interpreter: a node holds an instruction, and one function knows them all."""

import math
from functools import partial

Instruction = tuple


class Value:
    __slots__ = ("data", "grad", "code")

    def __init__(self, data):
        self.data, self.grad, self.code = data, 0.0, ("leaf",)

    @property
    def _prev(self):
        return [part for part in self.code if isinstance(part, Value)]

    @property
    def _backward(self):
        return partial(pass_on, self)

    def __add__(self, other):
        return execute("add", self, other)

    def __radd__(self, other):
        return execute("add", other, self)

    def __sub__(self, other):
        return execute("sub", self, other)

    def __rsub__(self, other):
        return execute("sub", other, self)

    def __mul__(self, other):
        return execute("mul", self, other)

    def __rmul__(self, other):
        return execute("mul", other, self)

    def __truediv__(self, other):
        return execute("div", self, other)

    def __rtruediv__(self, other):
        return execute("div", other, self)

    def __neg__(self):
        return execute("sub", 0.0, self)

    def __pow__(self, n):
        return execute("pow", self, n)

    def tanh(self):
        return execute("tanh", self)

    def exp(self):
        return execute("exp", self)

    def relu(self):
        return execute("relu", self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node.code[0] != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        while order:
            pass_on(order.pop())


def execute(name, *operands):
    numbers = [x.data if isinstance(x, Value) else float(x) for x in operands]
    match name, *numbers:
        case "add", x, y:
            z = x + y
        case "sub", x, y:
            z = x - y
        case "mul", x, y:
            z = x * y
        case "div", x, y:
            z = x / y
        case "pow", x, n:
            z = x**n
        case "tanh", x:
            z = math.tanh(x)
        case "exp", x:
            z = math.exp(x)
        case "relu", x:
            z = x if x > 0 else 0.0
    out = Value(z)
    out.code = (name, *operands, numbers)
    return out


def give(operand, amount):
    if isinstance(operand, Value):
        operand.grad += amount


def pass_on(node):
    g, z = node.grad, node.data
    match node.code:
        case ("leaf",):
            pass
        case "add", a, b, _:
            give(a, g)
            give(b, g)
        case "sub", a, b, _:
            give(a, g)
            give(b, -g)
        case "mul", a, b, (x, y):
            give(a, g * y)
            give(b, g * x)
        case "div", a, b, (_, y):
            give(a, g / y)
            give(b, -g * z / y)
        case "pow", a, _, (x, n):
            give(a, g * n * x ** (n - 1) if n else 0.0)
        case "tanh", a, _:
            give(a, g * (1.0 - z * z))
        case "exp", a, _:
            give(a, g * z)
        case "relu", a, (x,):
            give(a, g if x > 0 else 0.0)


def build_topo(v, visited, topo):
    stack = [("come", v)]
    while stack:
        match stack.pop():
            case "go", node:
                topo.append(node)
            case "come", node if node not in visited:
                visited.add(node)
                stack.append(("go", node))
                stack.extend(("come", inp) for inp in node._prev)


def zero_grad(root):
    met, todo = set(), [root]
    while todo:
        if (node := todo.pop()) not in met:
            met.add(node)
            node.grad = 0.0
            todo += node._prev
