"""The rules give back what they send, backward() keeps the accounts."""

import math


class Value:
    def __init__(self, data, _prev=(), _backward=lambda: []):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward  # returns [(input, contribution), ...]

    def __add__(self, other):
        other = leaf(other)
        out = Value(self.data + other.data, (self, other))
        out._backward = lambda: [(self, out.grad), (other, out.grad)]
        return out

    def __sub__(self, other):
        other = leaf(other)
        out = Value(self.data - other.data, (self, other))
        out._backward = lambda: [(self, out.grad), (other, -out.grad)]
        return out

    def __mul__(self, other):
        other = leaf(other)
        out = Value(self.data * other.data, (self, other))
        out._backward = lambda: [(self, other.data * out.grad), (other, self.data * out.grad)]
        return out

    def __truediv__(self, other):
        other = leaf(other)
        out = Value(self.data / other.data, (self, other))

        def rule():
            share = out.grad / other.data
            return [(self, share), (other, -share * out.data)]

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def rule():
            slope = n * self.data ** (n - 1) if n != 0 else 0.0
            return [(self, slope * out.grad)]

        out._backward = rule
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))
        out._backward = lambda: [(self, -out.grad)]
        return out

    def __radd__(self, other):
        return leaf(other) + self

    def __rsub__(self, other):
        return leaf(other) - self

    def __rmul__(self, other):
        return leaf(other) * self

    def __rtruediv__(self, other):
        return leaf(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        out._backward = lambda: [(self, (1.0 - out.data * out.data) * out.grad)]
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        out._backward = lambda: [(self, out.data * out.grad)]
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,))
        out._backward = lambda: [(self, out.grad if out.data > 0 else 0.0)]
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        account = {self: 1.0}
        for node in reversed(topo):
            total = account.get(node, 0.0)
            if node._prev:
                node.grad = total
            else:
                node.grad += total
            for inp, amount in node._backward():
                account[inp] = amount


def leaf(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    entered = set()
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        if node in entered:
            visited.add(node)
            topo.append(node)
            continue
        entered.add(node)
        stack.append(node)
        for inp in node._prev:
            if inp not in entered:
                stack.append(inp)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
