"""Backward collects the gradients in a dictionary and writes them out at the end."""
import math


class Value:
    def __init__(self, data, parents=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = parents
        self._backward = lambda g: ()

    def _set(self, rule):
        self._backward = rule
        return self

    def __add__(self, other):
        other = constant(other)
        return Value(self.data + other.data, (self, other))._set(lambda g: (g, g))

    def __sub__(self, other):
        other = constant(other)
        return Value(self.data - other.data, (self, other))._set(lambda g: (g, -g))

    def __mul__(self, other):
        other = constant(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other))._set(lambda g: (g * b, g * a))

    def __truediv__(self, other):
        other = constant(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other))._set(lambda g: (g / b, -g * a / b**2))

    def __neg__(self):
        return Value(-self.data, (self,))._set(lambda g: (-g,))

    def __pow__(self, n):
        a = self.data
        slope = 0.0 if n == 0 else n * a ** (n - 1)
        return Value(a**n, (self,))._set(lambda g: (g * slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,))._set(lambda g: (g * (1 - t**2),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,))._set(lambda g: (g * e,))

    def relu(self):
        a = self.data
        return Value(max(a, 0.0), (self,))._set(lambda g: (g if a > 0 else 0.0,))

    def __radd__(self, other):
        return constant(other) + self

    def __rsub__(self, other):
        return constant(other) - self

    def __rmul__(self, other):
        return constant(other) * self

    def __rtruediv__(self, other):
        return constant(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        flow = dict.fromkeys(topo, 0.0)
        flow[self] = 1.0
        for node in reversed(topo):
            for p, g in zip(node._prev, node._backward(flow[node])):
                flow[p] += g
        for node, g in flow.items():
            if node._prev:
                node.grad = g
            else:
                node.grad += g


def constant(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    path = [(v, list(v._prev))]
    visited.add(v)
    while path:
        node, left = path[-1]
        if not left:
            topo.append(node)
            path.pop()
            continue
        p = left.pop()
        if p not in visited:
            visited.add(p)
            path.append((p, list(p._prev)))


def zero_grad(root):
    seen = set()
    todo = list(root._prev)
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            todo.extend(node._prev)
