"""backward() without a sorted list: a node runs as soon as all of its consumers have."""
import math
from collections import Counter


class Value:
    def __init__(self, data, *inputs, rule=None):
        self.data = float(data)
        self.grad = 0.0
        self.uses = 0
        self._prev = inputs
        self._backward = rule
        for p in inputs:
            p.uses += 1

    def backward(self):
        nodes = reachable(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        waiting = Counter({node: node.uses for node in nodes})
        ready = [self]
        while ready:
            node = ready.pop()
            if node._backward is not None:
                node._backward(node.grad)
            for p in node._prev:
                waiting[p] -= 1
                if waiting[p] == 0:
                    ready.append(p)

    def add_grad(self, g):
        self.grad += g

    def __add__(self, other):
        b = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.add_grad(g)
            b.add_grad(g)

        return Value(self.data + b.data, self, b, rule=rule)

    def __sub__(self, other):
        b = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.add_grad(g)
            b.add_grad(-g)

        return Value(self.data - b.data, self, b, rule=rule)

    def __mul__(self, other):
        b = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.add_grad(b.data * g)
            b.add_grad(self.data * g)

        return Value(self.data * b.data, self, b, rule=rule)

    def __truediv__(self, other):
        b = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.add_grad(g / b.data)
            b.add_grad(-g * self.data / b.data**2)

        return Value(self.data / b.data, self, b, rule=rule)

    def __neg__(self):
        return Value(-self.data, self, rule=lambda g: self.add_grad(-g))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, self, rule=lambda g: self.add_grad(slope * g))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, self, rule=lambda g: self.add_grad((1 - t * t) * g))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, self, rule=lambda g: self.add_grad(e * g))

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return Value(on * self.data, self, rule=lambda g: self.add_grad(on * g))

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self


def reachable(root):
    nodes, i = [root], 0
    seen = {root}
    while i < len(nodes):
        for p in nodes[i]._prev:
            if p not in seen:
                seen.add(p)
                nodes.append(p)
        i += 1
    return nodes


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, after = stack.pop()
        if after:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
