"""Rules are generators of (input, contribution); one call of backward() keeps its own books."""
import math


def _leaf_rule(g):
    return iter(())


class Value:
    def __init__(self, data, inputs=(), rule=_leaf_rule):
        self.data = float(data)
        self.grad = 0.0
        self._total = 0.0
        self._prev = tuple(inputs)
        self._backward = rule

    def __add__(self, other):
        other = num(other)

        def rule(g):
            yield self, g
            yield other, g

        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = num(other)

        def rule(g):
            yield self, g * other.data
            yield other, g * self.data

        return Value(self.data * other.data, (self, other), rule)

    def __sub__(self, other):
        other = num(other)

        def rule(g):
            yield self, g
            yield other, -g

        return Value(self.data - other.data, (self, other), rule)

    def __truediv__(self, other):
        other = num(other)

        def rule(g):
            yield self, g / other.data
            yield other, -g * self.data / (other.data * other.data)

        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            yield self, (g * n * self.data ** (n - 1) if n != 0 else 0.0)

        return Value(self.data**n, (self,), rule)

    def __neg__(self):
        def rule(g):
            yield self, -g

        return Value(-self.data, (self,), rule)

    def __radd__(self, other):
        return num(other) + self

    def __rmul__(self, other):
        return num(other) * self

    def __rsub__(self, other):
        return num(other) - self

    def __rtruediv__(self, other):
        return num(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            yield self, g * (1.0 - t * t)

        return Value(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            yield self, g * e

        return Value(e, (self,), rule)

    def relu(self):
        def rule(g):
            yield self, (g if self.data > 0 else 0.0)

        return Value(max(self.data, 0.0), (self,), rule)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        flow = dict.fromkeys(order, 0.0)
        flow[self] = 1.0
        for node in reversed(order):
            for target, contribution in node._backward(flow[node]):
                flow[target] += contribution
        for node, g in flow.items():
            if node._prev:
                node.grad = g
            else:
                node._total += g
                node.grad = node._total


def num(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
            continue
        if node in visited:
            continue
        visited.add(node)
        stack += (node, None)
        for p in node._prev:
            if p not in visited:
                stack.append(p)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
        node._total = 0.0
