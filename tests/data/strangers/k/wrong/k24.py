import math


class Cell:
    """A link of a chain, used as a stack."""

    __slots__ = ("node", "below")

    def __init__(self, node, below):
        self.node = node
        self.below = below


class Value:
    def __init__(self, data, operands=()):
        self.data = data
        self.grad = 0.0
        self._prev = operands
        self._backward = self.rest
        self.pending = 0

    def rest(self):
        return

    def __add__(self, other):
        out = Value(self.data + number(other), nodes(self, other))

        def rule():
            for operand in out._prev:
                operand.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        factor = number(other)
        out = Value(self.data * factor, nodes(self, other))

        def rule():
            self.grad += out.grad * factor
            if isinstance(other, Value):
                other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __pow__(self, n):
        return self.apply(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def apply(self, result, slope):
        out = Value(result, (self,))

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self.apply(t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self.apply(e, e)

    def relu(self):
        return self.apply(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def __neg__(self):
        return self.apply(-self.data, -1.0)

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * other**-1

    # ---- a number on the left

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return self**-1 * other

    # ---- with assignment

    def __iadd__(self, other):
        self.data += number(other)
        return self

    def __imul__(self, other):
        return self * other

    # ---- gradients

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def number(x):
    return x.data if isinstance(x, Value) else x


def nodes(*operands):
    return tuple(x for x in operands if isinstance(x, Value))


def build_topo(v, visited, topo):
    # count the consumers of every node, then release nodes whose consumers are all out
    visited.add(v)
    v.pending = 0
    top = Cell(v, None)
    while top:
        node, top = top.node, top.below
        for operand in node._prev:
            if operand not in visited:
                visited.add(operand)
                operand.pending = 0
                top = Cell(operand, top)
            operand.pending += 1
    top = Cell(v, None)
    while top:
        node, top = top.node, top.below
        topo.append(node)
        for operand in node._prev:
            operand.pending -= 1
            if operand.pending == 0:
                top = Cell(operand, top)
    topo.reverse()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
