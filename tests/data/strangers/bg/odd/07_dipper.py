"""Metamorphosis: a result is born as a leaf and then changes its class."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, _prev, _op

    restart = _backward = lambda self: None

    def become(self, species, *parents, **traits):
        self.__class__ = species
        self.__dict__.update(_prev=parents, _op=species.__name__.lower(), **traits)
        return self

    def __add__(self, it):
        it = egg(it)
        return Value(self.data + it.data).become(Sum, self, it)

    def __radd__(self, it):
        return egg(it).__add__(self)

    def __sub__(self, it):
        it = egg(it)
        return Value(self.data - it.data).become(Difference, self, it)

    def __rsub__(self, it):
        return egg(it).__sub__(self)

    def __mul__(self, it):
        it = egg(it)
        return Value(self.data * it.data).become(Product, self, it)

    def __rmul__(self, it):
        return egg(it).__mul__(self)

    def __truediv__(self, it):
        it = egg(it)
        return Value(self.data / it.data).become(Ratio, self, it)

    def __rtruediv__(self, it):
        return egg(it).__truediv__(self)

    def __neg__(self):
        return Value(-self.data).become(Mirror, self)

    def __pow__(self, n):
        return Value(lift_to(self.data, n)).become(Power, self, n=n)

    def tanh(self):
        return Value(math.tanh(self.data)).become(Tanh, self)

    def exp(self):
        return Value(math.exp(self.data)).become(Exp, self)

    def relu(self):
        if self.data > 0:
            return Value(self.data).become(Open, self)
        return Value(0.0).become(Shut, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.restart()
        self.grad = self.grad + 1.0
        for node in reversed(topo):
            node._backward()


def egg(x):
    return x if isinstance(x, Value) else Value(float(x))


def lift_to(x, n):
    if n == 0:
        return 1.0
    if not x and -1 < n < 0:
        return math.inf
    try:
        return float(x) ** n
    except OverflowError:
        return math.inf * (x if n % 2 else abs(x))


class Grown(Value):
    def restart(self):
        self.grad = 0.0


class Sum(Grown):
    def _backward(self):
        for parent in self._prev:
            parent.grad += self.grad


class Difference(Grown):
    def _backward(self):
        left, right = self._prev
        left.grad += self.grad
        right.grad -= self.grad


class Product(Grown):
    def _backward(self):
        left, right = self._prev
        left.grad += right.data * self.grad
        right.grad += left.data * self.grad


class Ratio(Grown):
    def _backward(self):
        above, below = self._prev
        share = self.grad / below.data
        above.grad += share
        below.grad -= share * self.data


class Alone(Grown):
    def _backward(self):
        self._prev[0].grad += self.slope() * self.grad


class Mirror(Alone):
    slope = lambda self: -1.0


class Power(Alone):
    def slope(self):
        return self.n and self.n * lift_to(self._prev[0].data, self.n - 1)


class Tanh(Alone):
    slope = lambda self: 1.0 - self.data**2


class Exp(Alone):
    slope = lambda self: self.data


class Open(Alone):
    slope = lambda self: 1.0


class Shut(Grown):
    pass


def build_topo(v, visited, topo):
    # A node is met twice on the pile: opened, put back under its parents, and then settled.
    pile = [v]
    opened = set()
    while pile:
        node = pile.pop()
        if node in visited:
            continue
        if node in opened:
            visited.add(node)
            topo.append(node)
            continue
        opened.add(node)
        pile.append(node)
        pile.extend(parent for parent in node._prev if parent not in opened)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
