import math

tape_length = 0


class Value:
    """Nodes are numbered as they are made, like lines on a tape."""

    def __init__(self, data, *steps):
        global tape_length
        self.data = float(data)
        self.grad = 0.0
        self._steps = steps
        self._prev = {node for node, _ in steps}
        self._line = tape_length
        tape_length += 1

    def _backward(self):
        for node, factor in self._steps:
            node.grad += factor() * self.grad

    def __add__(self, other):
        other = entry(other)
        return Value(self.data + other.data, (self, lambda: 1.0), (other, lambda: 1.0))

    def __mul__(self, other):
        other = entry(other)
        a, b = self.data, other.data
        return Value(a * b, (self, lambda: b), (other, lambda: a))

    def __pow__(self, n):
        a = self.data
        return Value(a**n, (self, lambda: n * a ** (n - 1) if n else 0.0))

    def __neg__(self):
        return Value(-self.data, (self, lambda: -1.0))

    def __sub__(self, other):
        return self + -entry(other)

    def __truediv__(self, other):
        return self * entry(other) ** -1

    def __radd__(self, other):
        return entry(other) + self

    def __rsub__(self, other):
        return entry(other) - self

    def __rmul__(self, other):
        return entry(other) * self

    def __rtruediv__(self, other):
        return entry(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, lambda: 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, lambda: e))

    def relu(self):
        a = self.data
        return Value(max(0.0, a), (self, lambda: 1.0 if a > 0 else 0.0))

    def backward(self):
        tape = build_topo(self, set(), [])
        for node in tape:
            if node._steps:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(tape):
            node._backward()


def entry(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    todo = [v]
    while todo:
        fresh = todo.pop()._prev - visited
        visited |= fresh
        todo.extend(fresh)
    topo = topo + sorted(visited, key=lambda node: node._line)
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
