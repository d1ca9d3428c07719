import math


class Reflected:
    """Mix-in: everything that can be said with the four basic operators."""

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self - other

    def __rtruediv__(self, other):
        return self ** -1 * other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    def __truediv__(self, other):
        if isinstance(other, Reflected):
            return self * other ** -1
        return self * (1 / other)


class Walk:
    """Mix-in: the order of the nodes and the way back."""

    def nodes(self):
        topo = []
        build_topo(self, set(), topo)
        return topo

    def backward(self):
        nodes = self.nodes()
        for n in nodes:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(nodes):
            n._backward()


class Functions:
    """Mix-in: tanh, exp, relu."""

    def tanh(self):
        t = math.tanh(self.data)
        return self._one(t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._one(e, e)

    def relu(self):
        up = self.data > 0
        return self._one(self.data if up else 0.0, 1.0 if up else 0.0)

    def __pow__(self, n):
        return self._one(self.data ** n, n * self.data ** (n - 1) if n else 0.0)


class Value(Reflected, Functions, Walk):
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = self._nothing

    def _nothing(self):
        pass

    def _one(self, value, slope):
        out = type(self)(value, (self,))

        def rule():
            self.grad += slope * out.grad
        out._backward = rule
        return out

    def __add__(self, other):
        other = self._lift(other)
        out = type(self)(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = rule
        return out

    def __mul__(self, other):
        other = self._lift(other)
        out = type(self)(self.data * other.data, (self, other))

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = rule
        return out

    def _lift(self, other):
        return other if isinstance(other, Value) else type(self)(other)


def build_topo(v, visited, topo):
    pending = [(v, True)]
    while pending:
        node, first = pending.pop()
        if not first:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            pending.append((node, False))
            pending.extend((p, True) for p in reversed(node._prev))


def zero_grad(root):
    for n in root.nodes():
        n.grad = 0.0
