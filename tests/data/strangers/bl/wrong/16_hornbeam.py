import math
from collections import deque


class Value:
    """Results are written down in the order in which they are made."""

    made = deque(maxlen=2**15)

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward
        if _prev:
            Value.made.append(self)

    @staticmethod
    def new(x):
        return x if isinstance(x, Value) else Value(float(x))

    def __add__(self, other):
        other = Value.new(other)
        return Value(self.data + other.data, [self, other], lambda g: [g, g])

    def __sub__(self, other):
        other = Value.new(other)
        return Value(self.data - other.data, [self, other], lambda g: [g, -g])

    def __mul__(self, other):
        other = Value.new(other)
        x, y = self.data, other.data
        return Value(x * y, [self, other], lambda g: [g * y, g * x])

    def __truediv__(self, other):
        other = Value.new(other)
        x, y = self.data, other.data
        return Value(x / y, [self, other], lambda g: [g / y, -g * (x / y) / y])

    def __radd__(self, other):
        return Value.new(other) + self

    def __rsub__(self, other):
        return Value.new(other) - self

    def __rmul__(self, other):
        return Value.new(other) * self

    def __rtruediv__(self, other):
        return Value.new(other) / self

    def __neg__(self):
        return Value(-self.data, [self], lambda g: [-g])

    def __pow__(self, n):
        x = self.data
        y = x**n
        return Value(y, [self], lambda g: [g * n * x ** (n - 1) if n else 0.0])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], lambda g: [g * (1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], lambda g: [g * e])

    def relu(self):
        x = self.data
        return Value(max(x, 0.0), [self], lambda g: [g if x > 0 else 0.0])

    def backward(self):
        flow = {self: 1.0}
        for node in reversed(Value.made):
            if node in flow:
                node.grad = flow.pop(node)
                for inp, part in zip(node._prev, node._backward(node.grad)):
                    flow[inp] = flow.get(inp, 0.0) + part
        for leaf, total in flow.items():
            leaf.grad += total


def reach(root):
    seen, todo = {root: None}, [root]
    while todo:
        for inp in todo.pop()._prev:
            if inp not in seen:
                seen[inp] = None
                todo.append(inp)
    return list(seen)


def build_topo(v, visited, topo):
    wait = {node: 0 for node in reach(v)}
    for node in wait:
        for inp in node._prev:
            wait[inp] += 1
    ready = [v]
    while ready:
        node = ready.pop()
        topo.append(node)
        for inp in node._prev:
            wait[inp] -= 1
            if not wait[inp]:
                ready.append(inp)
    topo.reverse()


def zero_grad(root):
    for node in reach(root):
        node.grad = 0.0
