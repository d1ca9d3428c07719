import math


class Value:
    def __init__(self, data, inputs=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._inputs = inputs        # in order, for the rule
        self._prev = set(inputs)     # for walking
        self._rule = rule            # gradient of the output -> gradients of the inputs

    def _backward(self):
        if self._rule is not None:
            for node, g in zip(self._prev, self._rule(self.grad)):
                node.grad += g

    @staticmethod
    def two(a, b, f, rule):
        if not isinstance(a, Value):
            a = Value(a)
        if not isinstance(b, Value):
            b = Value(b)
        x, y = a.data, b.data
        return Value(f(x, y), (a, b), lambda g: rule(g, x, y))

    @staticmethod
    def one(a, z, slope):
        return Value(z, (a,), lambda g: [g * slope])

    def __add__(self, o):
        return Value.two(self, o, lambda x, y: x + y, lambda g, x, y: [g, g])

    def __sub__(self, o):
        return Value.two(self, o, lambda x, y: x - y, lambda g, x, y: [g, -g])

    def __mul__(self, o):
        return Value.two(self, o, lambda x, y: x * y, lambda g, x, y: [g * y, g * x])

    def __truediv__(self, o):
        return Value.two(self, o, lambda x, y: x / y, lambda g, x, y: [g / y, -g * x / y**2])

    def __radd__(self, o):
        return Value.__add__(Value(o), self)

    def __rsub__(self, o):
        return Value.__sub__(Value(o), self)

    def __rmul__(self, o):
        return Value.__mul__(Value(o), self)

    def __rtruediv__(self, o):
        return Value.__truediv__(Value(o), self)

    def __neg__(self):
        return Value.one(self, -self.data, -1.0)

    def __pow__(self, n):
        return Value.one(self, self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return Value.one(self, t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value.one(self, e, e)

    def relu(self):
        return Value.one(self, max(0.0, self.data), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    opened = set()
    stack = [v]
    while stack:
        node = stack[-1]
        if node in opened:
            stack.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)
        else:
            opened.add(node)
            stack.extend(node._prev - opened)


def zero_grad(root):
    reached = {root}
    border = {root}
    while border:
        border = set().union(*[node._prev for node in border]) - reached
        reached |= border
    for node in reached:
        node.grad = 0.0
