"""An engine with a tape: every result is written down when it is made."""
import math

TAPE = []


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None
        self._place = -1

    def __add__(self, other):
        other = to_value(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return record(self.data + other.data, (self, other), "+", rule)

    def __mul__(self, other):
        other = to_value(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return record(self.data * other.data, (self, other), "*", rule)

    def __sub__(self, other):
        other = to_value(other)

        def rule(g):
            self.grad += g
            other.grad -= g

        return record(self.data - other.data, (self, other), "-", rule)

    def __truediv__(self, other):
        other = to_value(other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / other.data**2

        return record(self.data / other.data, (self, other), "/", rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return record(-self.data, (self,), "neg", rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return record(self.data**n, (self,), "**", rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t * t)

        return record(t, (self,), "tanh", rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return record(e, (self,), "exp", rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g

        return record(max(self.data, 0.0), (self,), "relu", rule)

    def __radd__(self, other):
        return to_value(other) + self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def backward(self):
        nodes = set()
        build_topo(self, nodes, [])
        for node in nodes:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(TAPE[: self._place + 1]):
            node._backward(node.grad)


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def record(data, inputs, op, rule):
    out = Value(data, inputs, op)
    out._backward = rule
    out._place = len(TAPE)
    TAPE.append(out)
    return out


def build_topo(v, visited, topo):
    todo = [v]
    visited.add(v)
    while todo:
        for child in todo.pop()._prev:
            if child not in visited:
                visited.add(child)
                todo.append(child)
    topo.extend(sorted(visited, key=lambda node: node._place))


def zero_grad(root):
    nodes = set()
    build_topo(root, nodes, [])
    for node in nodes:
        node.grad = 0.0
