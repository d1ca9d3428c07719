"""The standard library sorts: graphlib.TopologicalSorter. `_prev` is a set, and `_backward` is
a tuple of pairs (input, thunk of the local derivative)."""
import math
from functools import partialmethod
from graphlib import TopologicalSorter
from operator import add, mul, sub, truediv


def inputs_first(root):
    known = {}
    fresh = [root]
    while fresh:
        node = fresh.pop()
        if node not in known:
            known[node] = node._prev
            fresh.extend(node._prev)
    return TopologicalSorter(known).static_order()


def build_topo(v, visited, topo):
    topo.extend(inputs_first(v))


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0


def one():
    return 1.0


def minus_one():
    return -1.0


def thunks(op, a, b, out):
    match op.__name__:
        case "add":
            return one, one
        case "sub":
            return one, minus_one
        case "mul":
            return (lambda: b.data), (lambda: a.data)
        case "truediv":
            return (lambda: 1.0 / b.data), (lambda: -out.data / b.data)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = set()
        self._backward = ()

    def _two(self, other, op, swap=False):
        if not isinstance(other, Value):
            other = Value(float(other))
        a, b = (other, self) if swap else (self, other)
        out = Value(op(a.data, b.data))
        left, right = thunks(op, a, b, out)
        out._prev = {a, b}
        out._backward = (a, left), (b, right)
        return out

    def _one(self, y, thunk):
        out = Value(y)
        out._prev = {self}
        out._backward = ((self, thunk),)
        return out

    __add__ = partialmethod(_two, op=add)
    __sub__ = partialmethod(_two, op=sub)
    __mul__ = partialmethod(_two, op=mul)
    __truediv__ = partialmethod(_two, op=truediv)
    __radd__ = partialmethod(_two, op=add, swap=True)
    __rsub__ = partialmethod(_two, op=sub, swap=True)
    __rmul__ = partialmethod(_two, op=mul, swap=True)
    __rtruediv__ = partialmethod(_two, op=truediv, swap=True)

    def __neg__(self):
        return self._one(-self.data, minus_one)

    def __pow__(self, n):
        def slope():
            if n == 0:
                return 0.0
            if n < 1 and self.data == 0:
                return math.inf
            return n * self.data ** (n - 1)
        return self._one(self.data ** n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return self._one(t, lambda: 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._one(e, lambda: e)

    def relu(self):
        return self._one(max(0.0, self.data), lambda: 1.0 if self.data > 0 else 0.0)

    def backward(self):
        line = list(inputs_first(self))
        for node in line:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while line:
            node = line.pop()
            for inp, thunk in node._backward:
                inp.grad += node.grad * thunk()
