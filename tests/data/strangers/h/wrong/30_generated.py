"""The methods are generated in loops and hung onto the class afterwards."""

import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def __neg__(self):
        return self * -1.0

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def value(x):
    return x if isinstance(x, Value) else Value(x)


BINARY = {
    "add": (lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0),
    "sub": (lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0),
    "mul": (lambda x, y: x * y, lambda x, y: y, lambda x, y: x),
    "truediv": (lambda x, y: x / y, lambda x, y: 1.0 / y, lambda x, y: -x / (y * y)),
}

UNARY = {
    "tanh": (math.tanh, lambda x, y: 1.0 - y * y),
    "exp": (math.exp, lambda x, y: y),
    "relu": (lambda x: max(x, 0.0), lambda x, y: 1.0 if x > 0 else 0.0),
}

for name, (forward, left, right) in BINARY.items():

    def operate(a, b, forward=forward, left=left, right=right):
        a, b = value(a), value(b)
        out = Value(forward(a.data, b.data), (a, b))

        def rule():
            a.grad += left(a.data, b.data) * out.grad
            b.grad += right(a.data, b.data) * out.grad

        out._backward = rule
        return out

    def operate_swapped(a, b, operate=operate):
        return operate(b, a)

    setattr(Value, f"__{name}__", operate)
    setattr(Value, f"__r{name}__", operate_swapped)

for name, (forward, slope) in UNARY.items():

    def function(a, forward=forward):
        out = Value(forward(a.data), (a,))

        def rule():
            a.grad += slope(a.data, out.data) * out.grad

        out._backward = rule
        return out

    setattr(Value, name, function)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
