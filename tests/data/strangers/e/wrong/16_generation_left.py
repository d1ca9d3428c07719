import math


class Value:
    """Every node has a generation: leaves 0, results one more than their inputs.
    Going through the generations from high to low is a legal order."""

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self.generation = 1 + _prev[0].generation if _prev else 0

    def _backward(self):
        for p, s in zip(self._prev, self._slopes):
            p.grad += s * self.grad

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __truediv__(self, other):
        other = as_value(other)
        inverse = 1.0 / other.data
        return Value(self.data / other.data, (self, other),
                     (inverse, -self.data * inverse * inverse))

    def __radd__(self, other):
        return as_value(other) + self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data ** n, (self,), (0.0 if n == 0 else n * self.data ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (1.0 if self.data > 0 else 0.0,))

    def backward(self):
        nodes = reachable(self)
        for node in nodes:
            if node.generation > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in sorted(nodes, key=lambda n: -n.generation):
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    found, todo = {root: True}, [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found[p] = True
                todo.append(p)
    return list(found)


def build_topo(v, visited, topo):
    nodes = reachable(v)
    visited.update(nodes)
    topo.extend(sorted(nodes, key=lambda n: n.generation))


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
