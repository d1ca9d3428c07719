import math


def _lift(x):
    return x if isinstance(x, Value) else Value(x * 1.0)


def _leaf_rule(g):
    return
    yield


class Value:
    """`_backward` is a generator function: called with the node's gradient it yields
    pairs (input, contribution)."""

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _leaf_rule

    def __add__(self, other):
        other = _lift(other)
        out = Value(self.data + other.data, (self, other))
        def flow(g):
            yield self, g
            yield other, g
        out._backward = flow
        return out

    def __sub__(self, other):
        other = _lift(other)
        out = Value(self.data - other.data, (self, other))
        def flow(g):
            yield self, g
            yield other, -g
        out._backward = flow
        return out

    def __mul__(self, other):
        other = _lift(other)
        out = Value(self.data * other.data, (self, other))
        def flow(g):
            yield self, g * other.data
            yield other, g * self.data
        out._backward = flow
        return out

    def __truediv__(self, other):
        other = _lift(other)
        out = Value(self.data / other.data, (self, other))
        quotient = out.data
        def flow(g):
            yield self, g / other.data
            yield other, -g * quotient / other.data
        out._backward = flow
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))
        def flow(g):
            if n != 0:
                yield self, g * n * self.data ** (int(n) - 1)
        out._backward = flow
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))
        def flow(g):
            yield self, -g
        out._backward = flow
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))
        def flow(g):
            yield self, g * (1 - t * t)
        out._backward = flow
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,))
        def flow(g):
            yield self, g * e
        out._backward = flow
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))
        def flow(g):
            if self.data > 0:
                yield self, g
        out._backward = flow
        return out

    def __radd__(self, other):
        return _lift(other) + self

    def __rsub__(self, other):
        return _lift(other) - self

    def __rmul__(self, other):
        return _lift(other) * self

    def __rtruediv__(self, other):
        return _lift(other) / self

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for inp, share in node._backward(node.grad):
                inp.grad += share


def _postorder(v, visited):
    visited.add(v)
    branches = [(v, iter(v._prev))]
    while branches:
        node, inputs = branches[-1]
        child = next((c for c in inputs if c not in visited), None)
        if child is None:
            branches.pop()
            yield node
        else:
            visited.add(child)
            branches.append((child, iter(child._prev)))


def build_topo(v, visited, topo):
    topo.extend(_postorder(v, visited))


def zero_grad(root):
    for node in _postorder(root, set()):
        node.grad = 0.0
