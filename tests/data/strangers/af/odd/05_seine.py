import math
from collections import defaultdict


def _rule(*pairs):
    def run(out):
        for node, slope in pairs:
            node.grad = node.grad + slope * out.grad

    return run


class Value:
    def __init__(self, data, _prev=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.rule = rule
        self.height = 1 + max((n.height for n in _prev), default=-1)

    _backward = property(lambda self: lambda: self.rule and self.rule(self))

    __add__ = lambda a, b: _two(a, b, lambda x, y: (x + y, 1.0, 1.0))
    __sub__ = lambda a, b: _two(a, b, lambda x, y: (x - y, 1.0, -1.0))
    __mul__ = lambda a, b: _two(a, b, lambda x, y: (x * y, y, x))
    __truediv__ = lambda a, b: _two(a, b, lambda x, y: (x / y, 1.0 / y, -x / y / y))
    __radd__ = lambda a, b: _two(b, a, lambda x, y: (x + y, 1.0, 1.0))
    __rsub__ = lambda a, b: _two(b, a, lambda x, y: (x - y, 1.0, -1.0))
    __rmul__ = lambda a, b: _two(b, a, lambda x, y: (x * y, y, x))
    __rtruediv__ = lambda a, b: _two(b, a, lambda x, y: (x / y, 1.0 / y, -x / y / y))
    __neg__ = lambda a: 0.0 - a
    __pow__ = lambda a, n: _one(a, a.data**n, n * a.data ** (n - 1) if n != 0 else 0.0)
    tanh = lambda a: _one(a, math.tanh(a.data), 1.0 - math.tanh(a.data) ** 2)
    exp = lambda a: _one(a, math.exp(a.data), math.exp(a.data))
    relu = lambda a: _one(a, max(a.data, 0.0), 1.0 if a.data > 0.0 else 0.0)

    def backward(self):
        floors = _floors(self)
        for height in floors:
            if height:
                for node in floors[height]:
                    node.grad = 0.0
        self.grad += 1.0
        for height in sorted(floors, reverse=True):
            for node in floors[height]:
                node._backward()


def _two(a, b, f):
    a, b = (x if isinstance(x, Value) else Value(x) for x in (a, b))
    number, slope, other_slope = f(a.data, b.data)
    return Value(number, (a, b), _rule((a, slope), (b, other_slope)))


def _one(a, number, slope):
    return Value(number, (a,), _rule((a, slope)))


def _floors(root):
    floors = defaultdict(list)
    floors[root.height].append(root)
    seen, queue = {id(root)}, [root]
    while queue:
        for n in queue.pop()._prev:
            if id(n) not in seen:
                seen.add(id(n))
                floors[n.height].append(n)
                queue.append(n)
    return floors


def build_topo(v, visited, topo):
    floors = _floors(v)
    for height in sorted(floors):
        topo.extend(floors[height])


def zero_grad(root):
    for floor in _floors(root).values():
        for node in floor:
            node.grad = 0.0
