import math


class Value:
    """A number with a gradient. `link` ties a result to its inputs and their slopes."""

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._slopes = ()

    def _backward(self):
        for inp, slope in zip(self._prev, self._slopes):
            inp.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.reset()
        for node in self._prev:
            node.reset()
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def reset(self):
        if self._prev:
            self.grad = 0.0

    def __add__(self, other):
        other = number(other)
        return link(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = number(other)
        return link(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = number(other)
        return link(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = number(other)
        q = self.data / other.data
        return link(q, (self, 1.0 / other.data), (other, -q / other.data))

    def __neg__(self):
        return link(-self.data, (self, -1.0))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return link(self.data**n, (self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return link(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return link(e, (self, e))

    def relu(self):
        on = 1.0 if self.data > 0.0 else 0.0
        return link(self.data * on, (self, on))

    __radd__ = lambda self, other: number(other) + self
    __rsub__ = lambda self, other: number(other) - self
    __rmul__ = lambda self, other: number(other) * self
    __rtruediv__ = lambda self, other: number(other) / self


def number(x):
    return x if isinstance(x, Value) else Value(x)


def link(data, *edges):
    out = Value(data)
    out._prev = tuple(inp for inp, _ in edges)
    out._slopes = tuple(slope for _, slope in edges)
    return out


def build_topo(v, visited, topo):
    waiting = [v]
    while waiting:
        node = waiting[-1]
        missing = None
        if node not in visited:
            missing = next((p for p in node._prev if p not in visited), None)
        if missing is not None:
            waiting.append(missing)
            continue
        waiting.pop()
        if node not in visited:
            visited.add(node)
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
