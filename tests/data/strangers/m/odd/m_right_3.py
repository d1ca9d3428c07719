"""No class body to speak of: the methods are made from strings of formulas."""
import math

# name: (parameters, value, slope of the first, slope of the second)
FORMULAS = """
__add__      o : a + b          : 1.0                      : 1.0
__sub__      o : a - b          : 1.0                      : -1.0
__mul__      o : a * b          : b                        : a
__truediv__  o : a / b          : 1.0 / b                  : -a / b / b
__radd__     o : b + a          : 1.0                      : 1.0
__rsub__     o : b - a          : -1.0                     : 1.0
__rmul__     o : b * a          : b                        : a
__rtruediv__ o : b / a          : -b / a / a               : 1.0 / a
__pow__      n : a ** n         : n * a ** (n - 1) if n else 0.0
__neg__        : -a             : -1.0
tanh           : math.tanh(a)   : 1.0 - y * y
exp            : math.exp(a)    : y
relu           : max(a, 0.0)    : 0.0 if y == 0.0 else 1.0
"""


class Value:
    __slots__ = "data", "grad", "_prev", "_backward", "__weakref__"

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _slopes.__iter__

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        place = {id(v): i for i, v in enumerate(topo)}
        total = [0.0] * len(topo)
        total[-1] = 1.0
        for i in range(len(topo) - 1, -1, -1):
            v = topo[i]
            for p, slope in zip(v._prev, v._backward()):
                total[place[id(p)]] += total[i] * slope
            v.grad = total[i] + (0.0 if v._prev else v.grad)


def define(line):
    head, value, *slopes = [part.strip() for part in line.split(" : ")]
    name, *params = head.split()
    lines = [f"def {name}({', '.join(['self'] + params)}):", "    a = self.data"]
    prev = "(self,)"
    if params == ["o"]:
        lines.append("    o = o if isinstance(o, Value) else Value(o)")
        lines.append("    b = o.data")
        prev = "(self, o)"
    lines.append(f"    y = {value}")
    lines.append(f"    return Value(y, {prev}, ({', '.join(slopes)},))")
    space = {}
    exec("\n".join(lines), globals(), space)
    setattr(Value, name, space[name])


for each in FORMULAS.strip().splitlines():
    define(each)


def build_topo(v, visited, topo):
    """Depth first with the consumers first, then turned round."""
    open_edges = {}
    todo = [v]
    visited.add(v)
    while todo:
        for p in todo.pop()._prev:
            open_edges[p] = open_edges.get(p, 0) + 1
            if p not in visited:
                visited.add(p)
                todo.append(p)
    ready = [v]
    for node in ready:
        for p in node._prev:
            open_edges[p] -= 1
            if not open_edges[p]:
                ready.append(p)
    topo.extend(reversed(ready))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
