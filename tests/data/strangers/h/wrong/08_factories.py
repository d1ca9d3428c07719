"""Operators are made by factories out of a formula and its slopes."""
import math
import operator


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def node(data, inputs, slopes):
    out = Value(data)
    out._prev = inputs

    def push():
        for inp, slope in zip(inputs, slopes):
            inp.grad += slope * out.grad

    out._backward = push
    return out


def plain(formula, slopes):
    def method(self, other):
        other = lift(other)
        return node(
            formula(self.data, other.data),
            (self, other),
            slopes(self.data, other.data),
        )

    return method


def reflected(formula, slopes):
    def method(self, other):
        other = lift(other)
        return node(
            formula(other.data, self.data),
            (self, other),
            slopes(other.data, self.data),
        )

    return method


def function(formula, slope):
    def method(self):
        result = formula(self.data)
        return node(result, (self,), (slope(self.data, result),))

    return method


ADD = operator.add, lambda x, y: (1.0, 1.0)
SUB = operator.sub, lambda x, y: (1.0, -1.0)
MUL = operator.mul, lambda x, y: (y, x)
DIV = operator.truediv, lambda x, y: (1.0 / y, -x / (y * y))


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    __add__, __radd__ = plain(*ADD), reflected(*ADD)
    __sub__, __rsub__ = plain(*SUB), reflected(*SUB)
    __mul__, __rmul__ = plain(*MUL), reflected(*MUL)
    __truediv__, __rtruediv__ = plain(*DIV), reflected(*DIV)

    __neg__ = function(operator.neg, lambda x, r: -1.0)
    tanh = function(math.tanh, lambda x, r: 1.0 - r * r)
    exp = function(math.exp, lambda x, r: r)
    relu = function(lambda x: x if x > 0 else 0.0, lambda x, r: 1.0 if x > 0 else 0.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return node(self.data**n, (self,), (slope,))

    def backward(self):
        build_topo(self, set(), topo := [])
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self.grad = 1.0 if self._prev else self.grad + 1.0
        for n in topo[::-1]:
            n._backward()


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        current, inputs = stack[-1]
        following = next((i for i in inputs if i not in visited), None)
        if following is None:
            topo.append(current)
            stack.pop()
        else:
            visited.add(following)
            stack.append((following, iter(following._prev)))


def zero_grad(root):
    build_topo(root, set(), topo := [])
    for n in topo:
        n.grad = 0.0
