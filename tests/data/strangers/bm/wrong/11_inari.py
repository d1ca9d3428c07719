import math
from collections import defaultdict, deque


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(other, self)

    def __mul__(self, other):
        return mul(self, other)

    def __rmul__(self, other):
        return mul(other, self)

    def __sub__(self, other):
        return add(self, mul(-1.0, other))

    def __rsub__(self, other):
        return add(other, mul(-1.0, self))

    def __truediv__(self, other):
        return div(self, other)

    def __rtruediv__(self, other):
        return div(other, self)

    def __neg__(self):
        return mul(-1.0, self)

    def __pow__(self, n):
        return power(self, n)

    def tanh(self):
        t = math.tanh(self.data)
        return function(self, t, 1 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return function(self, e, e, "exp")

    def relu(self):
        if self.data > 0:
            return function(self, self.data, 1.0, "relu")
        return function(self, 0.0, 0.0, "relu")

    def backward(self):
        order = [node for node in toposort(self) if node._backward]
        for node in order:
            node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def number_or_node(x):
    return x if isinstance(x, Value) else Value(x)


def add(a, b):
    a, b = number_or_node(a), number_or_node(b)
    out = Value(a.data + b.data, (a, b), "+")

    def rule():
        a.grad += out.grad
        b.grad += out.grad

    out._backward = rule
    return out


def mul(a, b):
    a, b = number_or_node(a), number_or_node(b)
    out = Value(a.data * b.data, (a, b), "*")

    def rule():
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad

    out._backward = rule
    return out


def div(a, b):
    a, b = number_or_node(a), number_or_node(b)
    out = Value(a.data / b.data, (a, b), "/")

    def rule():
        a.grad += out.grad / b.data
        b.grad += -out.data / b.data * out.grad

    out._backward = rule
    return out


def power(a, n):
    out = Value(a.data**n, (a,), "**")

    def rule():
        if n != 0:
            a.grad += n * a.data ** (n - 1) * out.grad

    out._backward = rule
    return out


def function(a, data, slope, name):
    out = Value(data, (a,), name)

    def rule():
        a.grad += slope * out.grad

    out._backward = rule
    return out


def toposort(end):
    """Root first, each node after all of its consumers."""
    waits_for = defaultdict(int)
    seen = {end}
    stack = [end]
    while stack:
        for p in set(stack.pop()._prev):
            waits_for[p] += 1
            if p not in seen:
                seen.add(p)
                stack.append(p)

    ready = deque([end])
    while ready:
        node = ready.popleft()
        yield node
        for p in node._prev:
            waits_for[p] -= 1
            if waits_for[p] == 0:
                ready.append(p)


def build_topo(v, visited, topo):
    for node in toposort(v):
        visited.add(node)
        topo.append(node)
    topo.reverse()


def zero_grad(root):
    for node in toposort(root):
        node.grad = 0.0
