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

import heapq
import itertools

NUMBERS = itertools.count()


@operators
class Value:
    """The youngest node with a gradient speaks next: a heap of creation numbers."""

    __slots__ = ("__dict__",)

    def __init__(self, data):
        self.data, self.grad = data, 0.0
        self.sources, self.slopes, self.number = (), (), next(NUMBERS)

    def backward(self):
        self.grad = 1.0 if self.sources else self.grad + 1.0
        waiting, queued = [(-self.number, self)], {self.number}
        while waiting:
            _, node = heapq.heappop(waiting)
            for source, slope in zip(node.sources, node.slopes):
                if source.number not in queued:
                    queued.add(source.number)
                    heapq.heappush(waiting, (-source.number, source))
                    if source.sources:
                        source.grad = 0.0
                source.grad += slope * node.grad


def make(name, operands, n=None):
    nodes = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
    data, slopes = result(name, [x.data for x in nodes], n)
    out = Value(data)
    out.sources, out.slopes = nodes, slopes
    return out


def build_topo(v, visited, topo):
    found, stack = {v.number: v}, [v]
    while stack:
        for source in stack.pop().sources:
            if source.number not in found:
                found[source.number] = source
                stack.append(source)
    topo.extend(found[number] for number in sorted(found))


def zero_grad(root):
    topo = []
    build_topo(root, None, topo)
    for node in topo:
        node.grad = 0.0
