"""The methods are written from a table of formulas and compiled."""
import math

FORMULAS = """
__add__      a b  a + b                     1.0         1.0
__radd__     a b  b + a                     1.0         1.0
__sub__      a b  a - b                     1.0         -1.0
__rsub__     a b  b - a                     -1.0        1.0
__mul__      a b  a * b                     b           a
__rmul__     a b  b * a                     b           a
__truediv__  a b  a / b                     1 / b       -y / b
__rtruediv__ a b  b / a                     -y / a      1 / a
__neg__      a -  -a                        -1.0
tanh         a -  math.tanh(a)              1 - y * y
exp          a -  math.exp(a)               y
relu         a -  max(a, 0.0)               float(a > 0)
__pow__      a n  a ** n                    n * a ** (n - 1) if n else 0.0
"""

METHOD = """
def {name}(self{more}):
    a = self.data
    {unpack}
    y = {value}
    out = Value(y)
    out._prev = {prev}
    out._backward = {slopes}
    return out
"""


class Value:
    __slots__ = "data", "grad", "_prev", "_backward", "__weakref__"

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = self._backward = ()

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        sums = dict.fromkeys(topo, 0.0)
        sums[self] = 1.0
        while topo:
            node = topo.pop()
            g = sums.pop(node)
            node.grad = g + (0.0 if node._prev else node.grad)
            for p, slope in zip(node._prev, node._backward):
                sums[p] += g * slope


def _write():
    for line in FORMULAS.strip().splitlines():
        name, a, b, *rest = line.split(maxsplit=3)
        value, *slopes = [piece.strip() for piece in rest[0].split("  ") if piece.strip()]
        parts = {"name": name, "value": value, "slopes": "(" + ", ".join(slopes) + ",)"}
        if b == "b":
            parts |= {"more": ", other", "prev": "(self, other)",
                      "unpack": "other = _lift(other); b = other.data"}
        else:
            parts |= {"more": ", n" if b == "n" else "", "unpack": "pass", "prev": "(self,)"}
        space = {}
        exec(METHOD.format(**parts), globals(), space)
        setattr(Value, name, space[name])


def _lift(x):
    return x if isinstance(x, Value) else Value(x)


_write()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if type(node) is list:
            topo.extend(node)
        elif node not in visited:
            visited.add(node)
            stack.append([node])
            stack.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
