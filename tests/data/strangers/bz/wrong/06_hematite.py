"""Exercise 13: operations in a table. OPS[name] is (value, slopes).

`value(*numbers)` gives the result, `slopes(result, *numbers)` one local derivative for
each input. What an operation works on is collected by `_take`, and `_finish` makes the node.
"""

import math

OPS = {
    "add": (lambda x, y: x + y, lambda r, x, y: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda r, x, y: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda r, x, y: (y, x)),
    "div": (lambda x, y: x / y, lambda r, x, y: (1.0 / y, -r / y)),
    "neg": (lambda x: -x, lambda r, x: (-1.0,)),
    "tanh": (math.tanh, lambda r, x: (1.0 - r * r,)),
    "exp": (math.exp, lambda r, x: (r,)),
    "relu": (lambda x: x if x > 0 else 0.0, lambda r, x: (1.0 if x > 0 else 0.0,)),
}


class Value:
    # The inputs of the operation that is being put together.
    _operands = []

    def __init__(self, data, _prev=(), _op=None, _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = _slopes

    # ---- how nodes are made ----

    @classmethod
    def _take(cls, *things):
        for thing in things:
            cls._operands.append(thing if isinstance(thing, Value) else Value(thing))
        return [node.data for node in cls._operands[-len(things):]]

    @classmethod
    def _finish(cls, result, op, slopes):
        node = cls(result, tuple(cls._operands), op, slopes)
        cls._operands.clear()
        return node

    @classmethod
    def _apply(cls, op, *things):
        numbers = cls._take(*things)
        value, slopes = OPS[op]
        result = value(*numbers)
        return cls._finish(result, op, slopes(result, *numbers))

    # ---- operators ----

    def __add__(self, other):
        return self._apply("add", self, other)

    def __radd__(self, other):
        return self._apply("add", other, self)

    def __sub__(self, other):
        return self._apply("sub", self, other)

    def __rsub__(self, other):
        return self._apply("sub", other, self)

    def __mul__(self, other):
        return self._apply("mul", self, other)

    def __rmul__(self, other):
        return self._apply("mul", other, self)

    def __truediv__(self, other):
        return self._apply("div", self, other)

    def __rtruediv__(self, other):
        return self._apply("div", other, self)

    def __neg__(self):
        return self._apply("neg", self)

    def __pow__(self, n):
        x = self.data
        result = x**n
        slope = n * x ** (n - 1) if n else 0.0
        self._take(self)
        return self._finish(result, "pow", (slope,))

    def tanh(self):
        return self._apply("tanh", self)

    def exp(self):
        return self._apply("exp", self)

    def relu(self):
        return self._apply("relu", self)

    # ---- gradients ----

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, op={self._op})"


def build_topo(v, visited, topo):
    path = [v]
    inputs = [iter(v._prev)]
    visited.add(v)
    while path:
        for node in inputs[-1]:
            if node not in visited:
                visited.add(node)
                path.append(node)
                inputs.append(iter(node._prev))
                break
        else:
            inputs.pop()
            topo.append(path.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
