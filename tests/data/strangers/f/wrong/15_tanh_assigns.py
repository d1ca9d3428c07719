import math
from itertools import count

ticket = count()


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "born", "__weakref__")

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None
        self.born = next(ticket)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other + 0.0)
        out = Value(self.data + other.data, (self, other))

        def back():
            g = out.grad
            self.grad += g
            other.grad += g

        out._backward = back
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other + 0.0)
        out = Value(self.data * other.data, (self, other))

        def back():
            g = out.grad
            self.grad += g * other.data
            other.grad += g * self.data

        out._backward = back
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other + 0.0)
        out = Value(self.data / other.data, (self, other))

        def back():
            g = out.grad / other.data
            self.grad += g
            other.grad -= g * out.data

        out._backward = back
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))

        def back():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = back
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def back():
            self.grad = out.grad * (1.0 - out.data * out.data)

        out._backward = back
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def back():
            self.grad += out.grad * out.data

        out._backward = back
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,))

        def back():
            self.grad += out.grad if self.data > 0 else 0.0

        out._backward = back
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(other + 0.0) / self

    def backward(self):
        # inputs are always born before the nodes made of them
        nodes = sorted(family(self), key=lambda node: node.born, reverse=True)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def family(root):
    members = {root}
    fresh = [root]
    while fresh:
        for p in fresh.pop()._prev:
            if p not in members:
                members.add(p)
                fresh.append(p)
    return members


def build_topo(v, visited, topo):
    topo += sorted(family(v), key=lambda node: node.born)


def zero_grad(root):
    for node in family(root):
        node.grad = 0.0
