import math
from collections import deque


class Value:
    def __init__(self, data, terms=()):
        self.data = data
        self.grad = 0.0
        self._terms = terms
        self._prev = {node for node, _ in terms}

    def _backward(self):
        for node, slope in self._terms:
            node.grad += slope * self.grad

    def __add__(self, other):
        other = _node(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        other = _node(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        other = _node(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        other = _node(other)
        x, y = self.data, other.data
        return Value(x / y, [(self, 1.0 / y), (other, -x / y / y)])

    def __radd__(self, other):
        return _node(other) + self

    def __rsub__(self, other):
        return _node(other) - self

    def __rmul__(self, other):
        return _node(other) * self

    def __rtruediv__(self, other):
        return _node(other) / self

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        return Value(self.data**n, [(self, n * self.data ** (n - 1) if n else 0.0)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        return Value(max(self.data, 0.0), [(self, 1.0 if self.data > 0 else 0.0)])

    def backward(self):
        reached = _reached(self)
        waits = dict.fromkeys(reached, 0)
        for node in reached:
            for below in node._prev:
                waits[below] += 1
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = deque([self])
        while ready:
            node = ready.popleft()
            node._backward()
            for below, _ in node._terms:
                waits[below] -= 1
                if waits[below] == 0:
                    ready.append(below)


def _node(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def _reached(root):
    reached = {root: None}
    line = [root]
    while line:
        for below in line.pop()._prev:
            if below not in reached:
                reached[below] = None
                line.append(below)
    return list(reached)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((below, False) for below in node._prev - visited)


def zero_grad(root):
    for node in _reached(root):
        node.grad = 0.0
