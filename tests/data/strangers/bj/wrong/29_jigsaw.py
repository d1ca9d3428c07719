import functools
import math


def lifted(method):
    """The other side of the operator may be a plain number."""

    @functools.wraps(method)
    def with_values_only(self, other):
        if isinstance(other, (int, float)):
            other = Value(other)
        if not isinstance(other, Value):
            return NotImplemented
        return method(self, other)

    return with_values_only


def local(*slopes):
    """A rule from the slopes towards the inputs."""

    def rule(out):
        for source, slope in zip(out._prev, slopes):
            source.grad += slope * out.grad

    return rule


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=local()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward

    @lifted
    def __add__(self, other):
        return Value(self.data + other.data, (self, other), "+", local(1.0, 1.0))

    @lifted
    def __radd__(self, other):
        return other + self

    @lifted
    def __sub__(self, other):
        return Value(self.data - other.data, (self, other), "-", local(1.0, -1.0))

    @lifted
    def __rsub__(self, other):
        return other - self.data

    @lifted
    def __mul__(self, other):
        rule = local(other.data, self.data)
        return Value(self.data * other.data, (self, other), "*", rule)

    @lifted
    def __rmul__(self, other):
        return other * self

    @lifted
    def __truediv__(self, other):
        q = self.data / other.data
        return Value(q, (self, other), "/", local(1.0 / other.data, -q / other.data))

    @lifted
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg", local(-1.0))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), "**", local(slope))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", local(1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", local(e))

    def relu(self):
        on = self.data > 0.0
        return Value(self.data if on else 0.0, (self,), "relu", local(float(on)))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward(node)


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, sources = stack[-1]
        try:
            source = next(sources)
        except StopIteration:
            topo.append(node)
            stack.pop()
            continue
        if source not in visited:
            visited.add(source)
            stack.append((source, iter(source._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
