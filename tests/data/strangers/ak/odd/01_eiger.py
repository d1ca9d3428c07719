"""The graph is one dict. A Value is only a key into it.

GRAPH maps a key to a record {"data", "grad", "kind", "from", "extra"}; what each kind of
record does forwards and backwards stands in two tables at the end.
"""

from itertools import count
from math import exp as e_to_the
from math import tanh as hyperbolic_tangent

GRAPH = {}
KEYS = count()


class Value:
    def __init__(self, data):
        self._key = next(KEYS)
        GRAPH[self._key] = dict(data=data, grad=0.0, kind="leaf", extra=None)
        GRAPH[self._key]["from"] = []

    def __del__(self):
        GRAPH.pop(self._key, None)

    @classmethod
    def _grow(cls, kind, sources, extra=None):
        sources = [s if isinstance(s, Value) else Value(s) for s in sources]
        node = cls(FORWARDS[kind](*[s.data for s in sources], extra))
        GRAPH[node._key].update(kind=kind, extra=extra)
        GRAPH[node._key]["from"] = sources
        return node

    data = property(
        lambda self: GRAPH[self._key]["data"],
        lambda self, number: GRAPH[self._key].update(data=number),
    )
    grad = property(
        lambda self: GRAPH[self._key]["grad"],
        lambda self, number: GRAPH[self._key].update(grad=number),
    )
    _prev = property(lambda self: GRAPH[self._key]["from"])

    def _backward(self):
        record = GRAPH[self._key]
        numbers = [s.data for s in record["from"]]
        shares = BACKWARDS[record["kind"]](record["data"], *numbers, record["extra"])
        for source, share in zip(record["from"], shares):
            source.grad += share * record["grad"]

    def backward(self):
        flow = []
        build_topo(self, set(), flow)
        for node in flow:
            if GRAPH[node._key]["kind"] != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(flow):
            node._backward()

    def __add__(self, other):
        return Value._grow("plus", [self, other])

    def __radd__(self, other):
        return Value._grow("plus", [other, self])

    def __sub__(self, other):
        return Value._grow("minus", [self, other])

    def __rsub__(self, other):
        return Value._grow("minus", [other, self])

    def __mul__(self, other):
        return Value._grow("times", [self, other])

    def __rmul__(self, other):
        return Value._grow("times", [other, self])

    def __truediv__(self, other):
        return Value._grow("over", [self, other])

    def __rtruediv__(self, other):
        return Value._grow("over", [other, self])

    def __neg__(self):
        return Value._grow("negative", [self])

    def __pow__(self, n):
        return Value._grow("power", [self], n)

    def tanh(self):
        return Value._grow("tanh", [self])

    def exp(self):
        return Value._grow("exp", [self])

    def relu(self):
        return Value._grow("relu", [self])


def build_topo(v, visited, topo):
    remaining = {}
    at = v
    path = []
    while True:
        if at not in visited:
            visited.add(at)
            remaining[at] = list(at._prev)
        below = remaining[at]
        while below and below[-1] in visited:
            below.pop()
        if below:
            path.append(at)
            at = below.pop()
            continue
        topo.append(at)
        if not path:
            return
        at = path.pop()


def zero_grad(root):
    flow = []
    build_topo(root, set(), flow)
    for node in flow:
        node.grad = 0.0


FORWARDS = {
    "plus": lambda x, y, _: x + y,
    "minus": lambda x, y, _: x - y,
    "times": lambda x, y, _: x * y,
    "over": lambda x, y, _: x / y,
    "negative": lambda x, _: -x,
    "power": lambda x, n: x**n,
    "tanh": lambda x, _: hyperbolic_tangent(x),
    "exp": lambda x, _: e_to_the(x),
    "relu": lambda x, _: x if x > 0 else 0.0,
}

BACKWARDS = {
    "leaf": lambda out, _: (),
    "plus": lambda out, x, y, _: (1.0, 1.0),
    "minus": lambda out, x, y, _: (1.0, -1.0),
    "times": lambda out, x, y, _: (y, x),
    "over": lambda out, x, y, _: (1.0 / y, -x / y / y),
    "negative": lambda out, x, _: (-1.0,),
    "power": lambda out, x, n: (n * x ** (n - 1) if n else 0.0,),
    "tanh": lambda out, x, _: (1.0 - out * out,),
    "exp": lambda out, x, _: (out,),
    "relu": lambda out, x, _: (1.0 if x > 0 else 0.0,),
}
