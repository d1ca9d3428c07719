import math
from fractions import Fraction


def operators(cls):
    """Every operator as a call of `make(name, operands)`."""
    def binary(name):
        return (
            lambda self, other: make(name, (self, other)),
            lambda self, other: make(name, (other, self)),
        )
    for name in ("add", "sub", "mul", "truediv"):
        plain, reflected = binary(name)
        setattr(cls, f"__{name}__", plain)
        setattr(cls, f"__r{name}__", reflected)
    cls.__neg__ = lambda self: make("mul", (self, -1.0))
    cls.__pow__ = lambda self, n: make("pow", (self,), n)
    for name in ("tanh", "exp", "relu"):
        setattr(cls, name, lambda self, name=name: make(name, (self,)))
    return cls


def result(name, x, n):
    """The value and the local slopes."""
    if name == "add":
        return x[0] + x[1], (1.0, 1.0)
    if name == "sub":
        return x[0] - x[1], (1.0, -1.0)
    if name == "mul":
        return x[0] * x[1], (x[1], x[0])
    if name == "truediv":
        return x[0] / x[1], (1.0 / x[1], -x[0] / x[1] ** 2)
    if name == "pow":
        return x[0] ** n, (n * x[0] ** (n - 1) if n else 0.0,)
    if name == "tanh":
        t = math.tanh(x[0])
        return t, (1.0 - t * t,)
    if name == "exp":
        e = math.exp(x[0])
        return e, (e,)
    return (x[0], (1.0,)) if x[0] > 0 else (0.0, (0.0,))


@operators
class Value:
    """Counts in fractions inside and shows floats."""

    def __init__(self, data, sources=(), slopes=()):
        self.exact = exact(data)
        self.sum = Fraction(0)
        self.sources, self.slopes = sources, slopes

    @property
    def data(self):
        return float(self.exact)

    @data.setter
    def data(self, number):
        self.exact = exact(number)

    @property
    def grad(self):
        return float(self.sum)

    @grad.setter
    def grad(self, number):
        self.sum = Fraction(number)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.sources:
                node.sum = Fraction(0)
        self.sum += 1
        for node in reversed(topo):
            for source, slope in zip(node.sources, node.slopes):
                source.sum = rounded(source.sum + exact(slope) * node.sum)


def exact(number):
    return number if isinstance(number, Fraction) else Fraction(number)

def rounded(number):
    """Long fractions are cut: 200 binary digits are plenty."""
    return number.limit_denominator(1 << 200) if number.denominator >> 400 else number


def make(name, operands, n=None):
    nodes = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
    data, slopes = result(name, [x.exact for x in nodes], n)
    return Value(rounded(exact(data)), nodes, slopes)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack += [(node, True), *((source, False) for source in node.sources)]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo: node.grad = 0
