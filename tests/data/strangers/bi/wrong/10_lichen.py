"""Numbers are worked out when somebody asks for them, once."""

import math


def _add(a, b):
    return a + b, (1.0, 1.0)


def _sub(a, b):
    return a - b, (1.0, -1.0)


def _mul(a, b):
    return a * b, (b, a)


def _div(a, b):
    q = a / b
    return q, (1.0 / b, -q / b)


def _neg(a):
    return -a, (-1.0,)


def _tanh(a):
    t = math.tanh(a)
    return t, (1.0 - t * t,)


def _exp(a):
    e = math.exp(a)
    return e, (e,)


def _relu(a):
    return (a, (1.0,)) if a > 0 else (0.0, (0.0,))


def _pow_of(n):
    def _pow(a):
        return a**n, (n * a ** (n - 1) if n else 0.0,)

    return _pow


UNKNOWN = object()


class Value:
    def __init__(self, data, _prev=(), _work=None):
        self._data = data
        self.grad = 0.0
        self._prev = _prev
        self._work = _work
        self._slopes = ()

    @property
    def data(self):
        if self._data is UNKNOWN:
            self._work_out()
        return self._data

    @data.setter
    def data(self, number):
        self._data = number

    def _work_out(self):
        stack = [self]
        while stack:
            node = stack[-1]
            open_inputs = [i for i in node._prev if i._data is UNKNOWN]
            if open_inputs:
                stack.extend(open_inputs)
                continue
            stack.pop()
            if node._data is UNKNOWN:
                node._data, node._slopes = node._work(*[i._data for i in node._prev])

    def _backward(self):
        for source, slope in zip(self._prev, self._slopes):
            source.grad += slope * self.grad

    def _new(self, work, *inputs):
        return Value(UNKNOWN, inputs, work)

    def __add__(self, other):
        return self._new(_add, self, _value(other))

    def __radd__(self, other):
        return self._new(_add, _value(other), self)

    def __sub__(self, other):
        return self._new(_sub, self, _value(other))

    def __rsub__(self, other):
        return self._new(_sub, _value(other), self)

    def __mul__(self, other):
        return self._new(_mul, self, _value(other))

    def __rmul__(self, other):
        return self._new(_mul, _value(other), self)

    def __truediv__(self, other):
        return self._new(_div, self, _value(other))

    def __rtruediv__(self, other):
        return self._new(_div, _value(other), self)

    def __neg__(self):
        return self._new(_neg, self)

    def __pow__(self, n):
        return self._new(_pow_of(n), self)

    def tanh(self):
        return self._new(_tanh, self)

    def exp(self):
        return self._new(_exp, self)

    def relu(self):
        return self._new(_relu, self)

    def backward(self):
        self._work_out()
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def _value(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, k = stack.pop()
        if k == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, k + 1))
        below = node._prev[k]
        if below not in visited:
            visited.add(below)
            stack.append((below, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
