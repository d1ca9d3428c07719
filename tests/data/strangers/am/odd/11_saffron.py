import math


class _Tally(dict):
    def __missing__(self, node):
        return 0.0


class Value:
    """Gradients of a call are gathered in a tally of that call; only leaves keep anything."""

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def backward(self):
        tally = _Tally({self: 1.0})
        topo = []
        build_topo(self, set(), topo)
        for node in reversed(topo):
            if node._backward is None:
                node.grad += tally[node]
            else:
                node._backward(tally, tally.pop(node))

    def zero_grad(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0

    def __add__(self, other):
        other = _lift(other)

        def rule(tally, g):
            tally[self] += g
            tally[other] += g

        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = _lift(other)
        x, y = self.data, other.data

        def rule(tally, g):
            tally[self] += y * g
            tally[other] += x * g

        return Value(x * y, (self, other), rule)

    def __sub__(self, other):
        other = _lift(other)

        def rule(tally, g):
            tally[self] += g
            tally[other] -= g

        return Value(self.data - other.data, (self, other), rule)

    def __truediv__(self, other):
        other = _lift(other)
        x, y = self.data, other.data

        def rule(tally, g):
            tally[self] += g / y
            tally[other] -= g * x / y / y

        return Value(x / y, (self, other), rule)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._one(self.data**n, slope)

    def _one(self, number, slope):
        def rule(tally, g):
            tally[self] += slope * g

        return Value(number, (self,), rule)

    def __neg__(self):
        return self._one(-self.data, -1.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._one(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._one(e, e)

    def relu(self):
        return self._one(*((self.data, 1.0) if self.data > 0 else (0.0, 0.0)))

    def __radd__(self, other):
        return _lift(other) + self

    def __rsub__(self, other):
        return _lift(other) - self

    def __rmul__(self, other):
        return _lift(other) * self

    def __rtruediv__(self, other):
        return _lift(other) / self


def _lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node in visited:
            if node is not None and stack and stack[-1] is None:
                stack.pop()
                topo.append(node)
            continue
        visited.add(node)
        stack.append(None)
        stack.append(node)
        stack.extend(below for below in node._prev if below not in visited)
