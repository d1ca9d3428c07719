import math
from collections import deque


class Rules:
    """The local rules: each gets the result and gives one slope per input."""

    def none(out):
        return ()

    def plus(out):
        return 1.0, 1.0

    def times(out):
        a, b = out._prev
        return b.data, a.data

    def over(out):
        a, b = out._prev
        return 1 / b.data, -a.data / b.data**2

    def minus(out):
        return (-1.0,)

    def power(out):
        (a,) = out._prev
        n = out._n
        return (n * a.data ** (n - 1) if n != 0 else 0.0,)

    def tanh(out):
        return (1 - out.data**2,)

    def exp(out):
        return (out.data,)

    def relu(out):
        return (1.0 if out.data > 0 else 0.0,)


class Value:
    def __init__(self, data, _prev=(), _rule=Rules.none, _n=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule
        self._n = _n

    def _backward(self):
        for node, slope in zip(self._prev, self._rule(self)):
            node.grad += slope * self.grad

    def backward(self):
        consumers = {self: 0}
        found = [self]
        for node in found:
            for p in node._prev:
                if p not in consumers:
                    consumers[p] = 0
                    found.append(p)
                consumers[p] += 1
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0

        ready = deque([self])
        while ready:
            node = ready.popleft()
            if node.grad == 0.0:
                continue
            node._backward()
            for p in node._prev:
                consumers[p] -= 1
                if consumers[p] == 0:
                    ready.append(p)

    def __add__(self, other):
        other = V(other)
        return Value(self.data + other.data, (self, other), Rules.plus)

    def __mul__(self, other):
        other = V(other)
        return Value(self.data * other.data, (self, other), Rules.times)

    def __truediv__(self, other):
        other = V(other)
        return Value(self.data / other.data, (self, other), Rules.over)

    def __neg__(self):
        return Value(-self.data, (self,), Rules.minus)

    def __sub__(self, other):
        return self + -V(other)

    def __radd__(self, other):
        return V(other) + self

    def __rsub__(self, other):
        return V(other) + -self

    def __rmul__(self, other):
        return V(other) * self

    def __rtruediv__(self, other):
        return V(other) / self

    def __pow__(self, n):
        return Value(self.data**n, (self,), Rules.power, n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), Rules.tanh)

    def exp(self):
        return Value(math.exp(self.data), (self,), Rules.exp)

    def relu(self):
        return Value(max(0.0, self.data), (self,), Rules.relu)


def V(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, back = stack.pop()
        if back:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack += [(p, False) for p in node._prev if p not in visited]


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
