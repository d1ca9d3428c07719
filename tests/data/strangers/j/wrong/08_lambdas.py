"""Generators: local rules are coroutines that wait for a gradient, the walk is one too."""
import math


class Value:
    def __init__(self, data, _prev=(), rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._rule = rule
        if rule is not None:
            next(rule)

    def _backward(self):
        if self._rule is not None:
            self._rule.send(self.grad)

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), flow((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        other = lift(other)
        rule = flow((self, other.data), (other, self.data))
        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = lift(other)
        inverse = 1.0 / other.data
        q = self.data / other.data
        return Value(q, (self, other), flow((self, inverse), (other, -q * inverse)))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data ** n, (self,), flow((self, slope)))

    def __neg__(self):
        return Value(-self.data, (self,), flow((self, -1.0)))

    def __sub__(self, other): return self + (-lift(other))
    def __rsub__(self, other): return lift(other) - self
    def __radd__(self, other): return lift(other) + self
    def __rmul__(self, other): return lift(other) * self
    def __rtruediv__(self, other): return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), flow((self, 1 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), flow((self, e)))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(self.data * slope, (self,), flow((self, slope)))

    def backward(self):
        order = list(walk(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def flow(*targets):
    while True:
        arriving = yield
        for node, slope in targets:
            node.grad += slope * arriving


def walk(root):
    opened, planned = set(), {root}
    stack = [(root, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            yield node
        elif node not in opened:
            opened.add(node)
            stack.append((node, True))
            for child in node._prev:
                if child not in planned:
                    planned.add(child)
                    stack.append((child, False))


def build_topo(v, visited, topo):
    for node in walk(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0
