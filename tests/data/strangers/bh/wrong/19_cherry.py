from typing import NamedTuple
import math


class Link(NamedTuple):
    node: "Value"
    weight: float


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._op = _op
        self._links = tuple(_prev)
        self._prev = [link.node for link in self._links]

    def _backward(self):
        for link in self._links:
            link.node.grad += link.weight * self.grad

    def __add__(self, that):
        that = coerce(that)
        return Value(self.data + that.data, [Link(self, 1.0), Link(that, 1.0)], "+")

    def __sub__(self, that):
        that = coerce(that)
        return Value(self.data - that.data, [Link(self, 1.0), Link(that, -1.0)], "-")

    def __mul__(self, that):
        that = coerce(that)
        links = [Link(self, that.data), Link(that, self.data)]
        return Value(self.data * that.data, links, "*")

    def __truediv__(self, that):
        that = coerce(that)
        inverse = 1.0 / that.data
        links = [Link(self, inverse), Link(that, -self.data * inverse * inverse)]
        return Value(self.data / that.data, links, "/")

    def __pow__(self, n):
        weight = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [Link(self, weight)], "**")

    def __neg__(self):
        return Value(-self.data, [Link(self, -1.0)], "neg")

    def __radd__(self, that):
        return coerce(that) + self

    def __rsub__(self, that):
        return coerce(that) - self

    def __rmul__(self, that):
        return coerce(that) * self

    def __rtruediv__(self, that):
        return coerce(that) / self

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, [Link(self, 1.0 - y * y)], "tanh")

    def exp(self):
        y = math.exp(self.data)
        return Value(y, [Link(self, y)], "exp")

    def relu(self):
        if self.data > 0:
            return Value(self.data, [Link(self, 1.0)], "relu")
        return Value(0.0, [Link(self, 0.0)], "relu")

    def backward(self):
        order = inputs_first(self)
        for node in order:
            if node._links:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def coerce(x):
    return x if isinstance(x, Value) else Value(x)


def inputs_first(root, seen=set()):
    order = []
    stack = [(root, False)]
    while stack:
        node, closing = stack.pop()
        if closing:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)
    return order


def build_topo(v, visited, topo):
    topo.extend(inputs_first(v, visited))


def zero_grad(root):
    for node in inputs_first(root, set()):
        node.grad = 0.0
