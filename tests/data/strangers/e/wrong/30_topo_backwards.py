import math
from collections import Counter


class Value:
    def __init__(self, data, _prev=(), _grads=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _grads

    def __add__(self, o):
        o = const(o)
        return Value(self.data + o.data, (self, o), lambda: (1.0, 1.0))

    def __sub__(self, o):
        o = const(o)
        return Value(self.data - o.data, (self, o), lambda: (1.0, -1.0))

    def __mul__(self, o):
        o = const(o)
        return Value(self.data * o.data, (self, o), lambda: (o.data, self.data))

    def __truediv__(self, o):
        o = const(o)
        return Value(self.data / o.data, (self, o),
                     lambda: (1.0 / o.data, -self.data / o.data ** 2))

    def __pow__(self, n):
        return Value(self.data ** n, (self,),
                     lambda: (n * self.data ** (n - 1) if n != 0 else 0.0,))

    def __neg__(self):
        return Value(-self.data, (self,), lambda: (-1.0,))

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        out._backward = lambda: (1.0 - out.data ** 2,)
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        out._backward = lambda: (out.data,)
        return out

    def relu(self):
        return Value(max(self.data, 0.0), (self,), lambda: (1.0 if self.data > 0 else 0.0,))

    def __radd__(self, o): return const(o) + self
    def __rsub__(self, o): return const(o) - self
    def __rmul__(self, o): return const(o) * self
    def __rtruediv__(self, o): return const(o) / self

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            if node._prev:
                for p, slope in zip(node._prev, node._backward()):
                    p.grad += slope * node.grad


def const(x):
    return x if isinstance(x, Value) else Value(x)


def all_below(root):
    nodes = [root]
    seen = {root}
    for node in nodes:              # the list grows while we go along it
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                nodes.append(p)
    return nodes


def consumers_first(root):
    edges = Counter(p for node in all_below(root) for p in node._prev)
    order = [root]
    for node in order:
        for p in node._prev:
            edges[p] -= 1
            if edges[p] == 0:
                order.append(p)
    return order


def build_topo(v, visited, topo):
    order = consumers_first(v)
    visited.update(order)
    topo.extend(order)


def zero_grad(root):
    for node in all_below(root):
        node.grad = 0.0
