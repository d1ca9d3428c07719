"""Nothing is worked out before somebody reads it."""

import math

UNKNOWN = object()


class Value:
    def __init__(self, data=UNKNOWN, _prev=(), _formula=None, _slopes=None):
        self._data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._formula = _formula
        self._slopes = _slopes

    @property
    def data(self):
        if self._data is UNKNOWN:
            todo = [self]
            while todo:
                node = todo[-1]
                if node._data is not UNKNOWN:
                    todo.pop()
                    continue
                missing = [p for p in node._prev if p._data is UNKNOWN]
                if missing:
                    todo.extend(missing)
                else:
                    node._numbers = [p._data for p in node._prev]
                    node._data = node._formula(*node._numbers)
                    todo.pop()
        return self._data

    @data.setter
    def data(self, number):
        self._data = number

    def _backward(self):
        if self._prev:
            g = self.grad
            for p, d in zip(self._prev, self._slopes(self._data, *self._numbers)):
                p.grad += d * g

    def __neg__(self):
        return Value(UNKNOWN, [self], lambda x: -x, lambda y, x: [-1.0])

    def __pow__(self, n):
        return Value(UNKNOWN, [self], lambda x: x**n, lambda y, x: [n * x ** (n - 1) if n else 0.0])

    def tanh(self):
        return Value(UNKNOWN, [self], math.tanh, lambda y, x: [1.0 - y * y])

    def exp(self):
        return Value(UNKNOWN, [self], math.exp, lambda y, x: [y])

    def relu(self):
        return Value(UNKNOWN, [self], lambda x: max(x, 0.0), lambda y, x: [1.0 if x > 0 else 0.0])

    def backward(self):
        self.data
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def _install(name, formula, slopes):
    def left(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(UNKNOWN, [self, other], formula, slopes)

    def right(self, other):
        return left(Value(other), self)

    setattr(Value, f"__{name}__", left)
    setattr(Value, f"__r{name}__", right)


_install("add", lambda x, y: x + y, lambda z, x, y: (1.0, 1.0))
_install("sub", lambda x, y: x - y, lambda z, x, y: (1.0, -1.0))
_install("mul", lambda x, y: x * y, lambda z, x, y: (y, x))
_install("truediv", lambda x, y: x / y, lambda z, x, y: (1.0 / y, -z / y))


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
