"""Nobody pushes: each node FETCHES its gradient from its consumers, after all of them
have theirs. The rule of a node answers the question: how much for your input number k?"""

import math
from operator import add, mul, sub, truediv


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def backward(self):
        orders = {self: []}
        nodes = [self]
        for node in nodes:
            for k, inp in enumerate(node._prev):
                if inp not in orders:
                    orders[inp] = []
                    nodes.append(inp)
                orders[inp].append((node, k))

        found = {self: 1.0}
        open_orders = {node: len(orders[node]) for node in nodes}
        ready = [self]
        while ready:
            node = ready.pop()
            if node is not self:
                found[node] = math.fsum(
                    consumer._backward(k, found[consumer]) for consumer, k in orders[node]
                )
            for inp in node._prev:
                open_orders[inp] -= 1
                if open_orders[inp] == 0:
                    ready.append(inp)

        for node, g in found.items():
            node.grad = g if node._prev else node.grad + g


class Pairwise:
    """A descriptor for the four operators and their reflected forms."""

    def __init__(self, compute, slopes, reflected=False):
        self.compute, self.slopes, self.reflected = compute, slopes, reflected

    def __get__(self, node, owner=None):
        def operate(other):
            other = other if isinstance(other, Value) else Value(float(other))
            pair = (other, node) if self.reflected else (node, other)
            x, y = pair[0].data, pair[1].data
            z = self.compute(x, y)
            slopes = self.slopes
            return Value(z, pair, lambda k, g: slopes[k](g, x, y))

        return operate


RULES = {
    "add": (add, (lambda g, x, y: g, lambda g, x, y: g)),
    "sub": (sub, (lambda g, x, y: g, lambda g, x, y: -g)),
    "mul": (mul, (lambda g, x, y: g * y, lambda g, x, y: g * x)),
    "truediv": (truediv, (lambda g, x, y: g / y, lambda g, x, y: -g * (x / y) / y)),
}
for name, rule in RULES.items():
    setattr(Value, f"__{name}__", Pairwise(*rule))
    setattr(Value, f"__r{name}__", Pairwise(*rule, reflected=True))


def method(name):
    def install(f):
        def apply(self, *extra):
            number, slope = f(self.data, *extra)
            return Value(number, (self,), lambda k, g: g * slope)

        setattr(Value, name, apply)
        return f

    return install


@method("__neg__")
def negative(x):
    return -x, -1.0


@method("__pow__")
def power(x, n):
    return x**n, (n * x ** (n - 1) if n != 0 else 0.0)


@method("tanh")
def tanh(x):
    t = math.tanh(x)
    return t, 1.0 - t * t


@method("exp")
def exp(x):
    return math.exp(x), math.exp(x)


@method("relu")
def relu(x):
    return (x, 1.0) if x > 0 else (0.0, 0.0)


def build_topo(v, visited, topo):
    consumers = {v: 0}
    nodes = [v]
    for node in nodes:
        for inp in node._prev:
            if inp not in consumers:
                nodes.append(inp)
            consumers[inp] = consumers.get(inp, 0) + 1
    ready = [v]
    while ready:
        topo.append(ready.pop())
        for inp in topo[-1]._prev:
            consumers[inp] -= 1
            if consumers[inp] == 0:
                ready.append(inp)
    topo.reverse()


def zero_grad(root):
    reached = {root: True}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        node.grad = 0.0
        waiting += [inp for inp in node._prev if not reached.get(inp)]
        reached.update(dict.fromkeys(node._prev, True))
