import math


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
    """No walk back at all: every node carries its slopes with respect to the leaves."""

    def __init__(self, data, sources=(), by_leaf=None):
        self.data, self.grad, self.sources = data, 0.0, sources
        self.by_leaf = {self: 1.0} if by_leaf is None else by_leaf

    def backward(self):
        for leaf, slope in self.by_leaf.items():
            leaf.grad += slope
        if self.sources:
            self.grad = 1.0


def make(name, operands, n=None):
    nodes = [x if isinstance(x, Value) else Value(x, by_leaf={}) for x in operands]
    data, slopes = result(name, [x.data for x in nodes], n)
    by_leaf = {}
    for node, slope in zip(nodes, slopes):
        for leaf, below in node.by_leaf.items():
            by_leaf[leaf] = by_leaf.get(leaf, 0.0) + slope * below
    return Value(data, tuple(nodes), by_leaf)


def build_topo(v, visited, topo):
    stack = [(v, iter(v.sources))]
    visited.add(v)
    while stack:
        node, rest = stack[-1]
        for source in rest:
            if source not in visited:
                visited.add(source)
                stack.append((source, iter(source.sources)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
