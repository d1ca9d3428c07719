"""A table of formulas, from which a metaclass writes the methods of Value."""

import math

#        name       value                    slopes for x (and y); z is the value
TABLE = """
         add        x + y                    1.0              1.0
         sub        x - y                    1.0             -1.0
         mul        x * y                    y                x
         truediv    x / y                    1.0/y           -z/y
         neg        -x                      -1.0
         pow        x ** n                   power_slope(x,n)
         tanh       math.tanh(x)             1.0-z*z
         exp        math.exp(x)              z
         relu       (x if x > 0 else 0.0)    (1.0 if z > 0 else 0.0)
"""

UNARY = """
def method(self{more}):
    x = self.data
    z = {value}
    out = Value(z)
    out._prev = (self,)
    def rule():
        x = self.data
        self.grad += ({dx}) * out.grad
    out._backward = rule
    return out
"""

BINARY = """
def method(self, other):
    if not isinstance(other, Value):
        other = Value(other)
    x, y = self.data, other.data
    z = {value}
    out = Value(z)
    out._prev = (self, other)
    def rule():
        x, y = self.data, other.data
        dx, dy = ({dx}) * out.grad, ({dy}) * out.grad
        self.grad += dx
        other.grad += dy
    out._backward = rule
    return out
"""

FUNCTIONS = {"tanh", "exp", "relu"}


def power_slope(x, n):
    return n * x ** (n - 1) if n else 0.0


def mirrored(method):
    return lambda self, other: method(Value(other), self)


class Formulas(type):
    def __new__(mcs, name, bases, body):
        for line in TABLE.strip().splitlines():
            words = line.split()
            op, rest = words[0], line.split(None, 1)[1]
            value, *slopes = [part for part in rest.split("  ") if part.strip()]
            slopes = [slope.strip() for slope in slopes]
            source = BINARY if len(slopes) == 2 else UNARY
            filled = source.format(
                value=value.strip(),
                dx=slopes[0],
                dy=slopes[-1],
                more=", n" if op == "pow" else "",
            )
            scope = {}
            exec(compile(filled, f"<{op}>", "exec"), globals(), scope)
            body[op if op in FUNCTIONS else f"__{op}__"] = scope["method"]
            if source is BINARY:
                body[f"__r{op}__"] = mirrored(scope["method"])
        return super().__new__(mcs, name, bases, body)


class Value(metaclass=Formulas):
    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def _backward(self):
        """A leaf has nobody to pass anything on to."""

    def backward(self):
        listing = []
        build_topo(self, set(), listing)
        for node in listing:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while listing:
            listing.pop()._backward()


def build_topo(v, visited, topo):
    agenda = [(build_topo, v)]
    while agenda:
        what, node = agenda.pop()
        if what is topo:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append((topo, node))
            agenda.extend((build_topo, n) for n in node._prev)


def zero_grad(root):
    listing = []
    build_topo(root, set(), listing)
    for node in listing:
        node.grad = 0.0
