import math


class Value:
    """grad is for the user; the pass itself runs in the buffer _flow."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._flow = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda flow: iter(())  # yields (input, its share)

    @classmethod
    def _result(cls, data, prev, op, rule):
        self = cls(data, prev, op)
        self._backward = rule
        return self

    def __add__(self, other):
        other = lift(other)

        def rule(flow):
            yield self, flow
            yield other, flow

        return Value._result(self.data + other.data, (self, other), "+", rule)

    def __sub__(self, other):
        other = lift(other)

        def rule(flow):
            yield self, flow
            yield other, -flow

        return Value._result(self.data - other.data, (self, other), "-", rule)

    def __mul__(self, other):
        other = lift(other)

        def rule(flow):
            yield self, flow * other.data
            yield other, flow * self.data

        return Value._result(self.data * other.data, (self, other), "*", rule)

    def __truediv__(self, other):
        other = lift(other)

        def rule(flow):
            yield self, flow / other.data
            yield other, -flow * self.data / other.data**2

        return Value._result(self.data / other.data, (self, other), "/", rule)

    def __pow__(self, n):
        def rule(flow):
            if n != 0:
                yield self, flow * n * self.data ** (n - 1)

        return Value._result(self.data**n, (self,), "**", rule)

    def __neg__(self):
        def rule(flow):
            yield self, -flow

        return Value._result(-self.data, (self,), "neg", rule)

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(flow):
            yield self, flow * (1.0 - t * t)

        return Value._result(t, (self,), "tanh", rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(flow):
            yield self, flow * e

        return Value._result(e, (self,), "exp", rule)

    def relu(self):
        def rule(flow):
            if self.data > 0:
                yield self, flow

        return Value._result(max(self.data, 0.0), (self,), "relu", rule)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        self._flow += 1.0
        for node in reversed(order):
            for child, share in node._backward(node._flow):
                child._flow += share
            if node._prev:
                node.grad, node._flow = node._flow, 0.0
            else:
                node.grad += node._flow


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, last = stack.pop()
        if last:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
