"""An operation may be written with the help of other operations. While it computes,
recording is switched off, so that only the outer one becomes a node with inputs."""

import math
from contextlib import contextmanager

_recording = True


@contextmanager
def not_recording():
    global _recording
    before = _recording
    _recording = False
    yield
    _recording = before


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        return operation(
            lambda x, y: x.data + y.data,
            lambda out, x, y: (1.0, 1.0),
            self,
            other,
        )

    def __mul__(self, other):
        return operation(
            lambda x, y: x.data * y.data,
            lambda out, x, y: (y.data, x.data),
            self,
            other,
        )

    def __neg__(self):
        return operation(lambda x: (x * -1).data, lambda out, x: (-1.0,), self)

    def __sub__(self, other):
        return operation(
            lambda x, y: (x + (-y)).data,
            lambda out, x, y: (1.0, -1.0),
            self,
            other,
        )

    def __truediv__(self, other):
        return operation(
            lambda x, y: x.data / y.data,
            lambda out, x, y: (1.0 / y.data, -out.data / y.data),
            self,
            other,
        )

    def __pow__(self, n):
        def slope(out, x):
            return (0.0 if n == 0 else n * x.data ** (n - 1),)

        return operation(lambda x: x.data**n, slope, self)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        return operation(
            lambda x: math.tanh(x.data),
            lambda out, x: (1.0 - out.data**2,),
            self,
        )

    def exp(self):
        return operation(lambda x: math.exp(x.data), lambda out, x: (out.data,), self)

    def relu(self):
        return operation(
            lambda x: x.data if x.data > 0 else 0.0,
            lambda out, x: (1.0 if x.data > 0 else 0.0,),
            self,
        )

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def operation(compute, slopes, *inputs):
    """A new node, and its rule from the slopes of the operation."""
    inputs = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
    with not_recording():
        data = compute(*inputs)
    out = Value(data)
    if _recording:

        def rule():
            for x, slope in zip(inputs, slopes(out, *inputs)):
                x.grad += slope * out.grad

        out._prev = inputs
        out._backward = rule
    return out


def build_topo(v, visited, topo):
    todo = [v]
    done = set()
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            if node not in done:
                done.add(node)
                topo.append(node)
        else:
            visited.add(node)
            todo.extend(x for x in node._prev if x not in visited)


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for x in node._prev:
            if x not in seen:
                seen.add(x)
                todo.append(x)
