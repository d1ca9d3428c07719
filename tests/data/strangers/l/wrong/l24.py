import math
from collections import Counter, deque


def reachable(root):
    found = {root: None}
    queue = deque([root])
    while queue:
        for node in queue.popleft()._prev:
            if node not in found:
                found[node] = None
                queue.append(node)
    return list(found)


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda g: ()

    @staticmethod
    def result(data, rule, *inputs):
        self = Value(data)
        self._prev = inputs
        self._backward = rule
        return self

    @staticmethod
    def both(a, b):
        if not isinstance(a, Value):
            a = Value(a)
        if not isinstance(b, Value):
            b = Value(b)
        return a, b, a.data, b.data

    def __add__(self, other):
        a, b, x, y = Value.both(self, other)
        return Value.result(x + y, lambda g: (g, g), a, b)

    def __sub__(self, other):
        a, b, x, y = Value.both(self, other)
        return Value.result(x - y, lambda g: (g, -g), a, b)

    def __mul__(self, other):
        a, b, x, y = Value.both(self, other)
        return Value.result(x * y, lambda g: (g * y, g * x), a, b)

    def __truediv__(self, other):
        a, b, x, y = Value.both(self, other)
        return Value.result(x / y, lambda g: (g / y, -g * x / (y * y)), a, b)

    def __radd__(self, other):
        return Value.__add__(other, self)

    def __rsub__(self, other):
        return Value.__sub__(other, self)

    def __rmul__(self, other):
        return Value.__mul__(other, self)

    def __rtruediv__(self, other):
        return Value.__truediv__(other, self)

    def __neg__(self):
        return Value.result(-self.data, lambda g: (-g,), self)

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value.result(1.0, lambda g: (0.0,), self)
        return Value.result(x ** n, lambda g: (g * n * x ** (n - 1),), self)

    def tanh(self):
        t = math.tanh(self.data)
        return Value.result(t, lambda g: (g - g * t * t,), self)

    def exp(self):
        e = math.exp(self.data)
        return Value.result(e, lambda g: (g * e,), self)

    def relu(self):
        step = 1.0 if self.data > 0 else 0.0
        return Value.result(self.data if step else 0.0, lambda g: (g * step,), self)

    def backward(self):
        nodes = reachable(self)
        open_ = Counter()
        for node in nodes:
            open_.update(node._prev)
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = deque([self])
        while ready:
            node = ready.popleft()
            for p, g in zip(node._prev, node._backward(node.grad)):
                p.grad += g
                open_[p] -= 1
                if not open_[p] and p._prev:
                    ready.append(p)


def build_topo(v, visited, topo):
    trail = [v]
    while trail:
        node = trail[-1]
        visited.add(node)
        ahead = [p for p in node._prev if p not in visited and p._prev]
        if ahead:
            trail.append(ahead[0])
            continue
        trail.pop()
        topo.append(node)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
