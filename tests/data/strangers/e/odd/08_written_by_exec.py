"""The class is put together from a table of source text."""
import math
import re

TABLE = """
add      x + y    1.0           1.0
sub      x - y    1.0           -1.0
mul      x * y    y             x
truediv  x / y    1.0/y         -x/y**2
"""
BINARY = """
def __{name}__(self, other):
    if not isinstance(other, Value): other = Value(other)
    x, y = self.data, other.data
    out = Value({value}); out._prev = (self, other)
    def rule():
        self.grad += ({dx}) * out.grad
        other.grad += ({dy}) * out.grad
    out._backward = rule
    return out
def __r{name}__(self, other):
    return Value(other).__{name}__(self)
"""
UNARY = """
def {name}(self{more}):
    x = self.data
    y = {value}
    out = Value(y); out._prev = (self,)
    def rule():
        self.grad += ({dx}) * out.grad
    out._backward = rule
    return out
"""


def __init__(self, data):
    self.data, self.grad, self._prev, self._backward = data, 0.0, (), lambda: None


def backward(self):
    order = []
    build_topo(self, set(), order)
    for node in order:
        if node._prev:
            node.grad = 0.0
    self.grad += 1.0
    for node in reversed(order):
        node._backward()


space = {}
for line in TABLE.strip().splitlines():
    name, value, dx, dy = re.split(r"\s{2,}", line)
    exec(BINARY.format(name=name, value=value, dx=dx, dy=dy), globals(), space)
for name, more, value, dx in (
        ("__neg__", "", "-x", "-1.0"),
        ("__pow__", ", n", "x ** n", "n * x ** (n - 1) if n != 0 else 0.0"),
        ("tanh", "", "math.tanh(x)", "1 - y * y"),
        ("exp", "", "math.exp(x)", "y"),
        ("relu", "", "x if x > 0 else 0.0", "1.0 if x > 0 else 0.0")):
    exec(UNARY.format(name=name, more=more, value=value, dx=dx), globals(), space)

Value = type("Value", (), {**space, "__init__": __init__, "backward": backward})


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        for p in stack[-1][1]:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
