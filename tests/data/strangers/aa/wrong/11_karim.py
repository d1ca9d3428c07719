"""The exam: Value, build_topo, zero_grad.

Every operator ends in Value._make, which takes the inputs and their slopes.
"""

import math


def _number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    @classmethod
    def _make(cls, data, *inputs):
        out = cls(data)
        out._prev = tuple(node for node, _ in inputs)

        def _backward():
            for node, slope in inputs:
                node.grad += slope * out.grad

        out._backward = _backward
        return out

    @classmethod
    def _coerce(cls, x):
        return cls(float(x)) if _number(x) else x

    # --- plus and minus

    def __add__(self, other):
        other = self._coerce(other)
        return self._make(self.data + other.data, (self, 1.0), (other, 1.0))

    def __radd__(self, other):
        return self.__add__(other)

    def __sub__(self, other):
        other = self._coerce(other)
        return self._make(self.data - other.data, (self, 1.0), (other, -1.0))

    def __rsub__(self, other):
        return self.__sub__(self._coerce(other))

    def __neg__(self):
        return self._make(-self.data, (self, -1.0))

    def __pos__(self):
        return self

    # --- times, divided by, to the power of

    def __mul__(self, other):
        other = self._coerce(other)
        return self._make(self.data * other.data, (self, other.data), (other, self.data))

    def __rmul__(self, other):
        return self.__mul__(other)

    def __truediv__(self, other):
        other = self._coerce(other)
        quotient = self.data / other.data
        return self._make(quotient, (self, 1.0 / other.data), (other, -quotient / other.data))

    def __rtruediv__(self, other):
        return self._coerce(other).__truediv__(self)

    def __pow__(self, n):
        if n == 0:
            return self._make(1.0, (self, 0.0))
        return self._make(self.data**n, (self, n * self.data ** (n - 1)))

    # --- functions

    def tanh(self):
        y = math.tanh(self.data)
        return self._make(y, (self, 1.0 - y * y))

    def exp(self):
        y = math.exp(self.data)
        return self._make(y, (self, y))

    def relu(self):
        if self.data > 0.0:
            return self._make(self.data, (self, 1.0))
        return self._make(0.0, (self, 0.0))

    # --- the pass

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in filter(lambda node: node._prev, nodes):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(False, v)]
    while stack:
        ready, node = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((True, node))
            for source in reversed(node._prev):
                stack.append((False, source))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
