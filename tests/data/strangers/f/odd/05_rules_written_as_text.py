"""The operations are lines of text; Python functions are made of them with exec. In a line,
x and y are the inputs' numbers, out is the result, g the gradient from above."""
import math

BINARY = """
add     | x + y | g            | g
sub     | x - y | g            | -g
mul     | x * y | g * y        | g * x
truediv | x / y | g / y        | -g * out / y
"""
UNARY = """
__neg__ | -x                    | -g
tanh    | math.tanh(x)          | g * (1.0 - out * out)
exp     | math.exp(x)           | g * out
relu    | x if x > 0.0 else 0.0 | g if x > 0.0 else 0.0
"""
BINARY_TEXT = """
def __{name}__(self, other, turned=False):
    other = other if isinstance(other, Value) else Value(float(other))
    left, right = (other, self) if turned else (self, other)
    x, y = left.data, right.data
    node = Value({value})
    node._prev = (left, right)
    def _backward():
        g, x, y, out = node.grad, left.data, right.data, node.data
        to_left, to_right = {dx}, {dy}
        left.grad += to_left
        right.grad += to_right
    node._backward = _backward
    return node

def __r{name}__(self, other):
    return self.__{name}__(other, True)
"""
UNARY_TEXT = """
def {name}(self):
    x = self.data
    node = Value({value})
    node._prev = (self,)
    def _backward():
        g, x, out = node.grad, self.data, node.data
        self.grad += {dx}
    node._backward = _backward
    return node
"""
POW_TEXT = """
def _backward():
    if {n!r} != 0:
        base.grad += math.inf * node.grad if base.data == 0 and {n!r} < 1 else (
            node.grad * {n!r} * base.data ** ({n!r} - 1))
"""


def table(text):
    for line in text.strip().splitlines():
        yield [cell.strip() for cell in line.split("|")]


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = int

    for name, value, dx, dy in table(BINARY):
        exec(BINARY_TEXT.format(name=name, value=value, dx=dx, dy=dy))
    for name, value, dx in table(UNARY):
        exec(UNARY_TEXT.format(name=name, value=value, dx=dx))
    del name, value, dx, dy

    def __pow__(self, n):
        node = Value(self.data ** n)
        node._prev = (self,)
        scope = {"base": self, "node": node, "math": math}
        exec(POW_TEXT.format(n=n), scope)
        node._backward = scope["_backward"]
        return node

    def backward(self):
        todo = []
        build_topo(self, set(), todo)
        for node in todo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while todo:
            todo.pop()._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    open_nodes = {v: iter(v._prev)}
    while open_nodes:
        node, inputs = open_nodes.popitem()
        for inp in inputs:
            if inp not in visited:
                visited.add(inp)
                open_nodes[node] = inputs
                open_nodes[inp] = iter(inp._prev)
                break
        else:
            topo.append(node)


def zero_grad(root):
    todo = []
    build_topo(root, set(), todo)
    while todo:
        todo.pop().grad = 0.0
