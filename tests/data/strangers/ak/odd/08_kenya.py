"""Gradients are kept beside the nodes, in a weak dictionary; rules know their node only
weakly; and the node of a plain number is made once and shared by all who use the number."""

import math
import weakref

gradient_of = weakref.WeakKeyDictionary()
constants = weakref.WeakValueDictionary()


def constant(number):
    name = float(number).hex()
    node = constants.get(name)
    if node is None:
        constants[name] = node = Value(float(number))
    return node


class Value:
    __slots__ = ("data", "_prev", "_backward", "__weakref__")

    def __init__(self, data, inputs=(), slopes=None):
        self.data = data
        self._prev = inputs
        gradient_of[self] = 0.0
        if slopes is None:
            self._backward = do_nothing
        else:
            self._backward = Messenger(weakref.ref(self), inputs, slopes)

    @property
    def grad(self):
        return gradient_of[self]

    @grad.setter
    def grad(self, number):
        gradient_of[self] = number

    def __add__(self, other):
        other = other if isinstance(other, Value) else constant(other)
        return Value(self.data + other.data, (self, other), lambda out, x, y: (1, 1))

    def __sub__(self, other):
        other = other if isinstance(other, Value) else constant(other)
        return Value(self.data - other.data, (self, other), lambda out, x, y: (1, -1))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else constant(other)
        return Value(self.data * other.data, (self, other), lambda out, x, y: (y, x))

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else constant(other)
        return Value(
            self.data / other.data, (self, other), lambda out, x, y: (1 / y, -out / y)
        )

    def __radd__(self, other):
        return constant(other) + self

    def __rsub__(self, other):
        return constant(other) - self

    def __rmul__(self, other):
        return constant(other) * self

    def __rtruediv__(self, other):
        return constant(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda out, x: (-1,))

    def __pow__(self, n):
        return Value(
            self.data**n, (self,), lambda out, x: (n * x ** (n - 1) if n else 0.0,)
        )

    def tanh(self):
        return Value(math.tanh(self.data), (self,), lambda out, x: (1 - out * out,))

    def exp(self):
        return Value(math.exp(self.data), (self,), lambda out, x: (out,))

    def relu(self):
        return Value(
            self.data if self.data > 0 else 0.0, (self,), lambda out, x: (1 if out > 0 else 0,)
        )

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        gradient_of.update((node, 0.0) for node in nodes if node._prev)
        gradient_of[self] += 1.0
        for node in reversed(nodes):
            node._backward()


class Messenger:
    __slots__ = ("sender", "receivers", "slopes")

    def __init__(self, sender, receivers, slopes):
        self.sender = sender
        self.receivers = receivers
        self.slopes = slopes

    def __call__(self):
        out = self.sender()
        g = gradient_of[out]
        slopes = self.slopes(out.data, *[node.data for node in self.receivers])
        for node, slope in zip(self.receivers, slopes):
            gradient_of[node] += slope * g


def do_nothing():
    return


def build_topo(v, visited, topo):
    open_nodes = {}
    names = [v]
    while names:
        node = names[-1]
        if node in visited:
            names.pop()
            continue
        unseen = open_nodes.setdefault(node, iter(node._prev))
        for below in unseen:
            if below not in visited:
                names.append(below)
                break
        else:
            visited.add(names.pop())
            topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    gradient_of.update((node, 0.0) for node in nodes)
