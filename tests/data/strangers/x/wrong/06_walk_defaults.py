import math


def walk(root, seen=set()):
    """All nodes below root (with root), inputs before consumers."""
    if seen is None:
        seen = set()
    result = []
    stack = [(root, 0)]
    while stack:
        node, place = stack.pop()
        if place == 0:
            if node in seen:
                continue
            seen.add(node)
        if place < len(node._prev):
            stack.append((node, place + 1))
            stack.append((node._prev[place], 0))
        else:
            result.append(node)
    return result


def build_topo(v, visited, topo):
    topo.extend(walk(v, visited))


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, *inputs):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = None

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data, self, other)

        def go(g):
            self.grad += g
            other.grad += g

        out._backward = go
        return out

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, self, other)

        def go(g):
            self.grad += g * other.data
            other.grad += g * self.data

        out._backward = go
        return out

    def __pow__(self, n):
        out = Value(self.data**n, self)

        def go(g):
            if n:
                self.grad += g * n * self.data ** (n - 1)

        out._backward = go
        return out

    def _function(self, y, slope):
        out = Value(y, self)

        def go(g):
            self.grad += g * slope

        out._backward = go
        return out

    def tanh(self):
        y = math.tanh(self.data)
        return self._function(y, 1 - y * y)

    def exp(self):
        y = math.exp(self.data)
        return self._function(y, y)

    def relu(self):
        if self.data > 0:
            return self._function(self.data, 1.0)
        else:
            return self._function(0.0, 0.0)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -as_value(other)

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def backward(self):
        nodes = walk(self)
        for node in nodes:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            if node._backward is not None:
                node._backward(node.grad)
