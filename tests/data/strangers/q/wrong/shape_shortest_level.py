"""The exam with descriptors: the operators are objects that bind themselves to a node."""

import math
import operator
from functools import partial


class Store:
    """An attribute that is always a float and lives in a list of its node."""

    def __set_name__(self, owner, name):
        self.place = {"data": 0, "grad": 1}[name]

    def __get__(self, node, owner=None):
        return self if node is None else node.store[self.place]

    def __set__(self, node, number):
        node.store[self.place] = float(number)


class Operator:
    def __init__(self, compute, slopes, mirrored=False):
        self.compute, self.slopes, self.mirrored = compute, slopes, mirrored

    def __get__(self, node, owner=None):
        return self if node is None else partial(self.apply, node)

    def apply(self, node, *others):
        inputs = [node, *(x if isinstance(x, Value) else Value(x) for x in others)]
        if self.mirrored:
            inputs.reverse()
        data = [x.data for x in inputs]
        result = self.compute(*data)
        out = Value(result)
        out._prev = tuple(inputs)
        out._backward = partial(spread, out, self.slopes(result, *data))
        return out

    def mirror(self):
        return Operator(self.compute, self.slopes, mirrored=True)


class PowerOperator(Operator):
    def apply(self, node, n):
        number = self.compute(node.data, n)
        out = Value(number)
        out._prev = (node,)
        out._backward = partial(spread, out, self.slopes(number, node.data, n))
        return out


def spread(out, slopes):
    for node, slope in zip(out._prev, slopes):
        node.grad += slope * out.grad


def nothing():
    pass


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return -math.inf if x < 0 and n % 2 == 1 else math.inf


class Value:
    data = Store()
    grad = Store()

    def __init__(self, data):
        self.store = [float(data), 0.0]
        self._prev = ()
        self._backward = nothing

    __add__ = Operator(operator.add, lambda z, x, y: (1.0, 1.0))
    __sub__ = Operator(operator.sub, lambda z, x, y: (1.0, -1.0))
    __mul__ = Operator(operator.mul, lambda z, x, y: (y, x))
    __truediv__ = Operator(operator.truediv, lambda z, x, y: (1 / y, -z / y))
    __radd__, __rsub__ = __add__.mirror(), __sub__.mirror()
    __rmul__, __rtruediv__ = __mul__.mirror(), __truediv__.mirror()
    __pow__ = PowerOperator(power, lambda z, x, n: (n * power(x, n - 1) if n else 0.0,))
    __neg__ = Operator(operator.neg, lambda z, x: (-1.0,))
    tanh = Operator(math.tanh, lambda z, x: (1 - z * z,))
    exp = Operator(math.exp, lambda z, x: (z,))
    relu = Operator(partial(max, 0.0), lambda z, x: (float(z > 0),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev != ():
                node.store[1] = 0.0
        self.grad += 1
        level, line = {self: 0}, [self]
        for node in line:
            for below in node._prev:
                if below not in level:
                    level[below] = level[node] + 1
                    line.append(below)
        for node in sorted(topo, key=level.get):
            node._backward()


def build_topo(v, visited, topo):
    marks = [(v, False)]
    while marks:
        node, inputs_done = marks.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            marks.append((node, True))
            marks += [(below, False) for below in node._prev]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0
