import math
import numbers


def is_number(x):
    return isinstance(x, numbers.Real)


class Value(object):
    """Plain numbers do not become nodes here: a*k + c is one node with one input."""

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []
        self._backward = None

    def _make(self, data, prev, backward):
        new = Value(data)
        new._prev = prev
        new._backward = backward
        return new

    def _affine(self, k=None, c=None):
        k = k or 1.0
        c = c or 0.0

        def pull(g):
            self.grad += k * g

        return self._make(k * self.data + c, [self], pull)

    def __add__(self, other):
        if is_number(other):
            return self._affine(c=other)

        def pull(g):
            self.grad += g
            other.grad += g

        return self._make(self.data + other.data, [self, other], pull)

    def __sub__(self, other):
        if is_number(other):
            return self._affine(c=-other)

        def pull(g):
            self.grad += g
            other.grad -= g

        return self._make(self.data - other.data, [self, other], pull)

    def __mul__(self, other):
        if is_number(other):
            return self._affine(k=other)

        def pull(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return self._make(self.data * other.data, [self, other], pull)

    def __truediv__(self, other):
        if is_number(other):
            return self._affine(k=1 / other)
        quotient = self.data / other.data

        def pull(g):
            self.grad += g / other.data
            other.grad -= g * quotient / other.data

        return self._make(quotient, [self, other], pull)

    def __rtruediv__(self, number):
        quotient = number / self.data

        def pull(g):
            self.grad -= g * quotient / self.data

        return self._make(quotient, [self], pull)

    def __radd__(self, number):
        return self._affine(c=number)

    def __rsub__(self, number):
        return self._affine(k=-1.0, c=number)

    def __rmul__(self, number):
        return self._affine(k=number)

    def __neg__(self):
        return self._affine(k=-1.0)

    def __pow__(self, n):
        x = self.data

        def pull(g):
            if n != 0:
                self.grad += g * n * x ** (n - 1)

        return self._make(x ** n, [self], pull)

    def tanh(self):
        t = math.tanh(self.data)

        def pull(g):
            self.grad += g * (1 - t * t)

        return self._make(t, [self], pull)

    def exp(self):
        e = math.exp(self.data)

        def pull(g):
            self.grad += g * e

        return self._make(e, [self], pull)

    def relu(self):
        positive = self.data > 0

        def pull(g):
            if positive:
                self.grad += g

        return self._make(self.data if positive else 0.0, [self], pull)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        while topo:
            n = topo.pop()
            if n._prev:
                n._backward(n.grad)


def build_topo(v, visited, topo):
    trail = [[v, 0]]
    visited.add(v)
    while trail:
        place = trail[-1]
        node, k = place
        if k == len(node._prev):
            topo.append(node)
            del trail[-1]
        else:
            place[1] += 1
            inp = node._prev[k]
            if inp not in visited:
                visited.add(inp)
                trail.append([inp, 0])


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for n in nodes:
        n.grad = 0.0
