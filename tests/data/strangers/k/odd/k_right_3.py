"""Every node is a coroutine of the pass: it receives shares, and sends on when its
last consumer has spoken."""
import math
from collections import Counter


def is_number(x):
    return not isinstance(x, Value)


class Value:
    def __init__(self, data, prev=(), derivative=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(prev)
        self._derivative = derivative
        self._inbox = None

    def _backward(self):
        if self._derivative is None:
            return
        for node, share in zip(self._prev, self._derivative(self.grad)):
            node._inbox.send(share)

    def listen(self, expected, ready):
        total = 0.0
        while expected:
            total += yield
            expected -= 1
        self.grad = total if self._prev else self.grad + total
        ready.append(self)
        yield

    def backward(self):
        nodes = reach(self)
        letters = Counter(child for node in nodes for child in node._prev)
        letters[self] += 1
        ready = []
        for node in nodes:
            node._inbox = node.listen(letters[node], ready)
            next(node._inbox)
        self._inbox.send(1.0)
        while ready:
            ready.pop()._backward()
        for node in nodes:
            node._inbox = None

    def __add__(self, other):
        if is_number(other):
            return Value(self.data + other, [self], lambda g: [g])
        return Value(self.data + other.data, [self, other], lambda g: [g, g])

    def __mul__(self, other):
        if is_number(other):
            return Value(self.data * other, [self], lambda g: [g * other])
        x, y = self.data, other.data
        return Value(x * y, [self, other], lambda g: [g * y, g * x])

    def __rtruediv__(self, k):
        x = self.data
        return Value(k / x, [self], lambda g: [-g * k / x / x])

    def __truediv__(self, other):
        if is_number(other):
            return Value(self.data / other, [self], lambda g: [g / other])
        x, y = self.data, other.data
        return Value(x / y, [self, other], lambda g: [g / y, -g * x / y / y])

    def __neg__(self):
        return Value(-self.data, [self], lambda g: [-g])

    def __pow__(self, n):
        x = self.data
        return Value(x**n, [self], lambda g: [g * n * x ** (n - 1) if n else 0.0])

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, k):
        return -self + k

    __radd__, __rmul__ = __add__, __mul__

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], lambda g: [g * (1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], lambda g: [g * e])

    def relu(self):
        up = self.data > 0
        return Value(self.data if up else 0.0, [self], lambda g: [g if up else 0.0])


def reach(root):
    found = {root: None}
    todo = [root]
    while todo:
        for child in todo.pop()._prev:
            if child not in found:
                found[child] = None
                todo.append(child)
    return list(found)


def build_topo(v, visited, topo):
    waits = {node: len(node._prev) for node in reach(v)}
    consumers = {node: [] for node in waits}
    for node in waits:
        for child in node._prev:
            consumers[child].append(node)
    topo.extend(node for node, n in waits.items() if n == 0)
    for node in topo:
        for consumer in consumers[node]:
            waits[consumer] -= 1
            if waits[consumer] == 0:
                topo.append(consumer)
    visited.update(topo)


def zero_grad(root):
    for node in reach(root):
        node.grad = 0.0
