import math
from collections import defaultdict


class Value:
    # level 0: leaves. Everything else stands above all of its inputs.
    def __init__(self, data, inputs=(), back=None):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = (lambda: back(self.grad, *inputs)) if back else (lambda: None)
        self.level = 0
        if inputs:
            self.level = 1 + inputs[0].level

    def __add__(self, other):
        def back(g, a, b):
            a.grad += g
            b.grad += g
        other = const(other)
        return Value(self.data + other.data, (self, other), back)

    def __mul__(self, other):
        def back(g, a, b):
            a.grad += g * b.data
            b.grad += g * a.data
        other = const(other)
        return Value(self.data * other.data, (self, other), back)

    def __truediv__(self, other):
        def back(g, a, b):
            a.grad += g / b.data
            b.grad += -g * a.data / b.data**2
        other = const(other)
        return Value(self.data / other.data, (self, other), back)

    def __sub__(self, other):
        def back(g, a, b):
            a.grad += g
            b.grad += -g
        other = const(other)
        return Value(self.data - other.data, (self, other), back)

    def __pow__(self, n):
        def back(g, a):
            a.grad += 0.0 if n == 0 else g * n * a.data ** (n - 1)
        return Value(self.data**n, (self,), back)

    def tanh(self):
        def back(g, a):
            a.grad += g * (1 - t * t)
        t = math.tanh(self.data)
        return Value(t, (self,), back)

    def exp(self):
        def back(g, a):
            a.grad += g * e
        e = math.exp(self.data)
        return Value(e, (self,), back)

    def relu(self):
        def back(g, a):
            a.grad += g * (1 if a.data > 0 else 0)
        return Value(max(self.data, 0.0), (self,), back)

    def __neg__(self): return const(0.0) - self
    def __radd__(self, other): return const(other) + self
    def __rsub__(self, other): return const(other) - self
    def __rmul__(self, other): return const(other) * self
    def __rtruediv__(self, other): return const(other) / self

    def backward(self):
        levels = by_level(self)
        for level in sorted(levels, reverse=True):
            for node in levels[level]:
                if level:
                    node.grad = 0.0
        self.grad += 1.0
        for level in sorted(levels, reverse=True):
            for node in levels[level]:
                node._backward()


def const(x):
    return x if isinstance(x, Value) else Value(x)


def by_level(root):
    levels = defaultdict(list)
    seen, todo = {root}, [root]
    for node in todo:
        levels[node.level].append(node)
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return levels


def build_topo(v, visited, topo):
    levels = by_level(v)
    for level in sorted(levels):
        topo.extend(levels[level])
        visited.update(levels[level])


def zero_grad(root):
    for nodes in by_level(root).values():
        for node in nodes:
            node.grad = 0.0
