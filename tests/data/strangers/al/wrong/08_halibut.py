import math
from contextlib import contextmanager

tracking = True


@contextmanager
def untracked():
    """Within this block numbers are only numbers."""
    global tracking
    before = tracking
    tracking = False
    yield
    tracking = before


def operation(formula, slopes):
    """Turn two functions of plain numbers into a method of Value."""

    def method(self, *others):
        with untracked():
            inputs = (self,) + tuple(constant(x) for x in others)
            numbers = [node.data for node in inputs]
            result = formula(*numbers)
        return Value(result, inputs, slopes)

    return method


def swapped(method):
    def reflected(self, other):
        return method(constant(other), self)

    return reflected


def constant(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _slopes=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev if tracking else ()
        self._slopes = _slopes

    def _backward(self):
        if self._prev:
            numbers = [node.data for node in self._prev]
            for node, slope in zip(self._prev, self._slopes(self.data, *numbers)):
                node.grad += slope * self.grad

    __add__ = operation(lambda x, y: x + y, lambda out, x, y: (1.0, 1.0))
    __sub__ = operation(lambda x, y: x - y, lambda out, x, y: (1.0, -1.0))
    __mul__ = operation(lambda x, y: x * y, lambda out, x, y: (y, x))
    __truediv__ = operation(lambda x, y: x / y, lambda out, x, y: (1 / y, -out / y))
    __neg__ = operation(lambda x: -x, lambda out, x: (-1.0,))
    tanh = operation(math.tanh, lambda out, x: (1 - out * out,))
    exp = operation(math.exp, lambda out, x: (out,))
    relu = operation(lambda x: x if x > 0 else 0.0, lambda out, x: (float(out > 0),))

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)

    def __pow__(self, n):
        power = operation(
            lambda x: x**n,
            lambda out, x: (n * x ** (n - 1) if n else 0.0,),
        )
        return power(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, None]
            stack += node._prev


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
