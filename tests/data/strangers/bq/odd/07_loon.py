"""A lazy engine: an operation is only noted down, its number and its slopes are worked out
when somebody reads `data` (or calls backward)."""

import math


class Value:
    def __init__(self, data=None, _prev=(), _work=None):
        self._number = data
        self.grad = 0.0
        self._prev = _prev
        self._work = _work
        self._slopes = ()

    @property
    def data(self):
        if self._number is None:
            work_out(self)
        return self._number

    @data.setter
    def data(self, number):
        self._number = number

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        return Value(None, (self, node(other)), lambda a, b: (a + b, 1.0, 1.0))

    def __sub__(self, other):
        return Value(None, (self, node(other)), lambda a, b: (a - b, 1.0, -1.0))

    def __mul__(self, other):
        return Value(None, (self, node(other)), lambda a, b: (a * b, b, a))

    def __truediv__(self, other):
        return Value(None, (self, node(other)), lambda a, b: (a / b, 1 / b, -a / b**2))

    def __radd__(self, other):
        return node(other) + self

    def __rsub__(self, other):
        return node(other) - self

    def __rmul__(self, other):
        return node(other) * self

    def __rtruediv__(self, other):
        return node(other) / self

    def __neg__(self):
        return Value(None, (self,), lambda a: (-a, -1.0))

    def __pow__(self, n):
        return Value(None, (self,), lambda a: (a**n, n * a ** (n - 1) if n else 0.0))

    def tanh(self):
        def work(a):
            t = math.tanh(a)
            return t, 1.0 - t * t

        return Value(None, (self,), work)

    def exp(self):
        def work(a):
            e = math.exp(a)
            return e, e

        return Value(None, (self,), work)

    def relu(self):
        return Value(None, (self,), lambda a: (a, 1.0) if a > 0 else (0.0, 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.data
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo):
            n._backward()


def node(x):
    return x if isinstance(x, Value) else Value(float(x))


def work_out(root):
    """Work out the number of root and of all that it needs, the inputs first."""
    todo = [root]
    while todo:
        n = todo[-1]
        missing = [m for m in n._prev if m._number is None]
        if n._number is not None:
            todo.pop()
        elif missing:
            todo.extend(missing)
        else:
            n._number, *n._slopes = n._work(*(m._number for m in n._prev))
            todo.pop()


def build_topo(v, visited, topo):
    todo = [(False, v)]
    while todo:
        inputs_done, n = todo.pop()
        if inputs_done:
            topo.append(n)
        elif n not in visited:
            visited.add(n)
            todo.append((True, n))
            todo.extend((False, m) for m in n._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
