"""Read-only properties keep other people's fingers out of the graph."""

import math


class Value:
    def __init__(self, data):
        self.__data = data
        self.__grad = 0.0
        self.__inputs = ()
        self.__slopes = ()

    @classmethod
    def __made(cls, data, inputs, slopes):
        node = cls(data)
        node.__inputs = inputs
        node.__slopes = slopes
        return node

    @property
    def data(self):
        return self.__data

    @data.setter
    def data(self, number):
        self.__data = number

    @property
    def grad(self):
        return self.__grad

    @grad.setter
    def grad(self, number):
        self.__grad = number

    @property
    def _prev(self):
        return self.__inputs

    @property
    def is_leaf(self):
        return self.__inputs == ()

    def _backward(self):
        for inp, slope in zip(self.__inputs, self.__slopes):
            inp.__grad += slope * self.__grad

    @staticmethod
    def __node(thing):
        return thing if isinstance(thing, Value) else Value(thing)

    def __add__(self, other):
        other = self.__node(other)
        return self.__made(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = self.__node(other)
        return self.__made(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = self.__node(other)
        return self.__made(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = self.__node(other)
        ratio = self.data / other.data
        return self.__made(ratio, (self, other), (1 / other.data, -ratio / other.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self.__made(self.data**n, (self,), (slope,))

    def __neg__(self):
        return self.__made(-self.data, (self,), (-1.0,))

    def __radd__(self, other):
        return self.__node(other) + self

    def __rsub__(self, other):
        return self.__node(other) - self

    def __rmul__(self, other):
        return self.__node(other) * self

    def __rtruediv__(self, other):
        return self.__node(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self.__made(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self.__made(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return self.__made(self.data, (self,), (1.0,))
        return self.__made(0.0, (self,), (0.0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad = 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    trail = [(v, iter(v._prev))]
    visited.add(v)
    while trail:
        node, remaining = trail[-1]
        try:
            child = next(remaining)
        except StopIteration:
            topo.append(node)
            trail.pop()
        else:
            if child not in visited:
                visited.add(child)
                trail.append((child, iter(child._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
