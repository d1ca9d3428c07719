"""Every node stores pairs (input, slope); there is one rule for all."""
from math import exp, tanh


class Value:
    def __init__(self, data, pairs=()):
        self.data = data
        self.grad = 0.0
        self._backward = tuple(pairs)
        self._prev = [node for node, _ in pairs]

    def __add__(self, other):
        if isinstance(other, (int, float)):
            return Value(self.data + other, [(self, 1.0)])
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        if isinstance(other, (int, float)):
            return Value(self.data - other, [(self, 1.0)])
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        if isinstance(other, (int, float)):
            return Value(self.data * other, [(self, other)])
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        if isinstance(other, (int, float)):
            return Value(self.data / other, [(self, 1 / other)])
        q = self.data / other.data
        return Value(q, [(self, 1 / other.data), (other, -q)])

    def __radd__(self, number):
        return self + number

    def __rsub__(self, number):
        return Value(number - self.data, [(self, -1.0)])

    def __rmul__(self, number):
        return self * number

    def __rtruediv__(self, number):
        q = number / self.data
        return Value(q, [(self, -q / self.data)])

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, [(self, slope)])

    def tanh(self):
        t = tanh(self.data)
        return Value(t, [(self, (1 - t) * (1 + t))])

    def exp(self):
        e = exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        if self.data > 0:
            return Value(self.data, [(self, 1.0)])
        return Value(0.0, [(self, 0.0)])

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            for source, slope in node._backward:
                source.grad += slope * node.grad


def build_topo(v, visited, topo):
    # inputs last, then turn round
    found, stack = {id(v): v}, [v]
    users = {id(v): 0}
    while stack:
        for p in stack.pop()._prev:
            users[id(p)] = users.get(id(p), 0) + 1
            if id(p) not in found:
                found[id(p)] = p
                stack.append(p)
    ready = [v]
    while ready:
        node = ready.pop()
        topo.append(node)
        for p in node._prev:
            users[id(p)] -= 1
            if users[id(p)] == 0:
                ready.append(p)
    topo.reverse()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
