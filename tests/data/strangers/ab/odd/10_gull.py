"""Nobody wrote down a rule here for + or *: every operation is run once on dual numbers.

A dual number has a value and, for each input of the operation, a slope. What comes out of an
operation of duals holds the local slopes, and they are all that backward() needs.
"""

import math


class Dual:
    """x + sum(slope_i * d_i), where products of the d are nothing."""

    def __init__(self, x, slopes):
        self.x = x
        self.slopes = slopes

    def chain(self, y, slope):
        return Dual(y, [slope * s for s in self.slopes])

    def plus(self, other):
        return Dual(self.x + other.x, [s + o for s, o in zip(self.slopes, other.slopes)])

    def times(self, other):
        # (x + s)(y + o) = xy + s*y + x*o
        pairs = zip(self.slopes, other.slopes)
        return Dual(self.x * other.x, [s * other.x + self.x * o for s, o in pairs])

    def power(self, n):
        return self.chain(self.x**n, n * self.x ** (n - 1) if n != 0 else 0.0)

    def minus(self, other):
        return self.plus(other.chain(-other.x, -1.0))

    def over(self, other):
        return self.times(other.power(-1))

    def negative(self):
        return self.chain(-self.x, -1.0)

    def tanh(self):
        t = math.tanh(self.x)
        return self.chain(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.x)
        return self.chain(e, e)

    def relu(self):
        return self.chain(max(0.0, self.x), 1.0 if self.x > 0.0 else 0.0)


def lifted(operation, turned=False):
    """A method of Value that runs an operation of Dual on its operands."""

    def method(self, *others):
        nodes = [self, *(x if isinstance(x, Value) else Value(x) for x in others)]
        if turned:
            nodes.reverse()
        size = range(len(nodes))
        duals = [Dual(node.data, [float(i == k) for k in size]) for i, node in enumerate(nodes)]
        out = operation(*duals)
        return Value(out.x, nodes, out.slopes)

    return method


class Value:
    def __init__(self, data, _prev=(), _backward=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._backward = _backward

    __add__, __radd__ = lifted(Dual.plus), lifted(Dual.plus, turned=True)
    __sub__, __rsub__ = lifted(Dual.minus), lifted(Dual.minus, turned=True)
    __mul__, __rmul__ = lifted(Dual.times), lifted(Dual.times, turned=True)
    __truediv__, __rtruediv__ = lifted(Dual.over), lifted(Dual.over, turned=True)
    __neg__ = lifted(Dual.negative)
    tanh, exp, relu = lifted(Dual.tanh), lifted(Dual.exp), lifted(Dual.relu)

    def __pow__(self, n):
        return lifted(lambda base: base.power(n))(self)

    def __repr__(self):
        return f"Value({self.data})"

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for child, slope in zip(node._prev, node._backward):
                child.grad += slope * node.grad


def build_topo(v, visited, topo):
    """Two colours: grey is on the pile and waits for its inputs, visited is finished."""
    grey, pile = set(), [v]
    while pile:
        node = pile[-1]
        if node in visited:
            pile.pop()
        elif node in grey:
            visited.add(pile.pop())
            topo.append(node)
        else:
            grey.add(node)
            pile.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
