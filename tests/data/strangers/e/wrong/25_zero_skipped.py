import math
from itertools import chain


class Value:
    """backward() collects the gradients of ONE call in a dictionary and writes them to the
    nodes at the end. That keeps calls apart."""

    def __init__(self, data, _prev=(), _backward=lambda g: ()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward      # gradient of self -> gradients for the inputs

    def backward(self):
        order = []
        build_topo(self, set(), order)
        collected = {id(node): 0.0 for node in order}
        collected[id(self)] = 1.0
        for node in reversed(order):
            shares = node._backward(collected[id(node)])
            for node_below, share in zip(node._prev, shares):
                collected[id(node_below)] += share
        for node in order:
            g = collected[id(node)]
            if g == 0.0:
                continue        # nothing came here
            node.grad = g if node._prev else node.grad + g

    def __add__(self, other):
        o = lift(other)
        return Value(self.data + o.data, (self, o), lambda g: (g, g))

    def __sub__(self, other):
        o = lift(other)
        return Value(self.data - o.data, (self, o), lambda g: (g, -g))

    def __mul__(self, other):
        o = lift(other)
        return Value(self.data * o.data, (self, o), lambda g: (g * o.data, g * self.data))

    def __truediv__(self, other):
        o = lift(other)
        return Value(self.data / o.data, (self, o),
                     lambda g: (g / o.data, -g * self.data / o.data ** 2))

    def __pow__(self, n):
        return Value(self.data ** n, (self,),
                     lambda g: (g * n * self.data ** (n - 1) if n != 0 else 0.0,))

    def __radd__(self, other): return lift(other) + self
    def __rsub__(self, other): return lift(other) - self
    def __rmul__(self, other): return lift(other) * self
    def __rtruediv__(self, other): return lift(other) / self
    def __neg__(self): return Value(-self.data, (self,), lambda g: (-g,))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), lambda g: (g * (1 - y * y),))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), lambda g: (g * y,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), lambda g: (g * (self.data > 0),))


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    layers = [v]
    visited.add(v)
    parents_left = {}
    inputs_of = []
    # first all nodes and how many inputs each waits for, then upwards from the leaves
    users = {}
    while layers:
        node = layers.pop()
        inputs_of.append(node)
        distinct = {id(p): p for p in node._prev}
        parents_left[id(node)] = len(distinct)
        for key, p in distinct.items():
            users.setdefault(key, []).append(node)
            if p not in visited:
                visited.add(p)
                layers.append(p)
    ready = [node for node in inputs_of if not node._prev]
    while ready:
        node = ready.pop()
        topo.append(node)
        for user in chain(users.get(id(node), ())):
            parents_left[id(user)] -= 1
            if parents_left[id(user)] == 0:
                ready.append(user)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
