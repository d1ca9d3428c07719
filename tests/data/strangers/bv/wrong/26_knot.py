import math


class Recorder:
    """Notes what an operation reads, so that the new node knows its inputs."""

    def __init__(self):
        self.inputs = []

    def start(self, *args):
        self.inputs += [a if isinstance(a, Value) else Value(a) for a in args]
        return [i.data for i in self.inputs[-len(args):]]

    def finish(self, data, *slopes):
        node = Value(data)
        node._prev = tuple(self.inputs)
        node.slopes = slopes
        self.inputs = []
        return node


rec = Recorder()


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self.slopes = ()

    def _backward(self):
        for p, slope in zip(self._prev, self.slopes):
            p.grad += slope * self.grad

    def __add__(self, other):
        x, y = rec.start(self, other)
        return rec.finish(x + y, 1.0, 1.0)

    def __sub__(self, other):
        x, y = rec.start(self, other)
        return rec.finish(x - y, 1.0, -1.0)

    def __rsub__(self, other):
        x, y = rec.start(other, self)
        return rec.finish(x - y, 1.0, -1.0)

    def __mul__(self, other):
        x, y = rec.start(self, other)
        return rec.finish(x * y, y, x)

    def __truediv__(self, other):
        x, y = rec.start(self, other)
        return rec.finish(x / y, 1 / y, -x / y / y)

    def __rtruediv__(self, other):
        x, y = rec.start(other, self)
        return rec.finish(x / y, 1 / y, -x / y / y)

    def __pow__(self, n):
        (x,) = rec.start(self)
        return rec.finish(x**n, n * x ** (n - 1) if n != 0 else 0.0)

    def __neg__(self):
        (x,) = rec.start(self)
        return rec.finish(-x, -1.0)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def tanh(self):
        (x,) = rec.start(self)
        t = math.tanh(x)
        return rec.finish(t, 1 - t * t)

    def exp(self):
        (x,) = rec.start(self)
        e = math.exp(x)
        return rec.finish(e, e)

    def relu(self):
        (x,) = rec.start(self)
        return rec.finish(x, 1.0) if x > 0 else rec.finish(0.0, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in topo[::-1]:
            n._backward()


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in opened:
            visited.add(node)
            topo.append(node)
            stack.pop()
        else:
            opened.add(node)
            stack += [p for p in node._prev if p not in visited]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
