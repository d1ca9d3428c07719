import functools
import math


class Recorder:
    """Notes which Values the operator at work has taken as its inputs."""

    def __init__(self):
        self.inputs = []

    def clear(self):
        self.inputs.clear()

    def take(self, x):
        if not isinstance(x, Value):
            x = Value(x)
        self.inputs.append(x)
        return x.data

    def finish(self, data, *partials):
        out = Value(data)
        out._prev = tuple(self.inputs)
        out._backward = partials
        return out


rec = Recorder()


def op(method):
    """The method computes (number, partials...) from its arguments."""

    @functools.wraps(method)
    def build(*args):
        out = rec.finish(*method(*args))
        rec.clear()
        return out

    return build


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = ()

    @op
    def __add__(self, other):
        x, y = rec.take(self), rec.take(other)
        return x + y, 1.0, 1.0

    @op
    def __sub__(self, other):
        x, y = rec.take(self), rec.take(other)
        return x - y, 1.0, -1.0

    @op
    def __rsub__(self, other):
        x, y = rec.take(other), rec.take(self)
        return x - y, 1.0, -1.0

    @op
    def __mul__(self, other):
        x, y = rec.take(self), rec.take(other)
        return x * y, y, x

    @op
    def __truediv__(self, other):
        x, y = rec.take(self), rec.take(other)
        return x / y, 1 / y, -x / (y * y)

    @op
    def __rtruediv__(self, other):
        x, y = rec.take(other), rec.take(self)
        return x / y, 1 / y, -x / (y * y)

    @op
    def __pow__(self, n):
        x = rec.take(self)
        if n == 0:
            return 1.0, 0.0
        return x**n, n * x ** (n - 1)

    @op
    def __neg__(self):
        return -rec.take(self), -1.0

    @op
    def tanh(self):
        t = math.tanh(rec.take(self))
        return t, 1 - t * t

    @op
    def exp(self):
        e = math.exp(rec.take(self))
        return e, e

    @op
    def relu(self):
        x = rec.take(self)
        return (x, 1.0) if x > 0 else (0.0, 0.0)

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for p, d in zip(node._prev, node._backward):
                p.grad += node.grad * d


def build_topo(v, visited, topo):
    todo = [(v, "enter")]
    while todo:
        node, what = todo.pop()
        if what == "leave":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node, "leave"))
            todo.extend((p, "enter") for p in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
