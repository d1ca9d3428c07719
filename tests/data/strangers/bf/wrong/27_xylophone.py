"""Gradients flow in a table of their own and are handed to the nodes at the end."""

import math


class Value:
    def __init__(self, data, _prev=(), _local=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._local = tuple(_local)
        self._backward = lambda g: [g * slope for slope in self._local]

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def backward(self):
        if not self._prev:
            # nothing below a leaf
            self.grad = 1.0
            return
        topo = []
        build_topo(self, set(), topo)
        flow = dict.fromkeys(topo, 0.0)
        flow[self] = 1.0
        for node in reversed(topo):
            for x, contribution in zip(node._prev, node._backward(flow[node])):
                flow[x] += contribution
        for node, amount in flow.items():
            if node._prev:
                node.grad = amount
            else:
                node.grad += amount

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data + other.data, [self, other], [1.0, 1.0])

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data - other.data, [self, other], [1.0, -1.0])

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        q = self.data / other.data
        return Value(q, [self, other], [1 / other.data, -q / other.data])

    def __radd__(self, other):
        return Value(other).__add__(self)

    def __rsub__(self, other):
        return Value(other).__sub__(self)

    def __rmul__(self, other):
        return Value(other).__mul__(self)

    def __rtruediv__(self, other):
        return Value(other).__truediv__(self)

    def __neg__(self):
        return Value(-self.data, [self], [-1.0])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [self], [slope])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], [1 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], [e])

    def relu(self):
        return Value(max(self.data, 0.0), [self], [1.0 if self.data > 0 else 0.0])


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, k = stack.pop()
        if k == len(node._prev):
            topo.append(node)
        else:
            stack.append((node, k + 1))
            x = node._prev[k]
            if x not in visited:
                visited.add(x)
                stack.append((x, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
