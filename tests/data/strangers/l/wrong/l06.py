import functools
import math


def coerced(method):
    """Lets a binary method see only Values."""
    @functools.wraps(method)
    def wrapped(self, other):
        if isinstance(other, float):
            other = Value(other)
        return method(self, other)
    return wrapped


def reflected(method):
    @coerced
    @functools.wraps(method)
    def swapped(self, other):
        return method(other, self)
    return swapped


def differentiable(method):
    """The method returns (value, {position: slope function}); this makes the node."""
    @functools.wraps(method)
    def build(*args):
        value, slopes = method(*args)
        inputs = [a for a in args if isinstance(a, Value)]
        return Value(value, tuple(inputs), tuple(slopes))
    return build


class ArithmeticMixin:
    @coerced
    @differentiable
    def __add__(self, other):
        return self.data + other.data, (lambda: 1.0, lambda: 1.0)

    @coerced
    @differentiable
    def __sub__(self, other):
        return self.data - other.data, (lambda: 1.0, lambda: -1.0)

    @coerced
    @differentiable
    def __mul__(self, other):
        return self.data * other.data, (lambda: other.data, lambda: self.data)

    @coerced
    @differentiable
    def __truediv__(self, other):
        return self.data / other.data, (
            lambda: 1 / other.data,
            lambda: -self.data / other.data ** 2,
        )

    __radd__ = reflected(__add__)
    __rsub__ = reflected(__sub__)
    __rmul__ = reflected(__mul__)
    __rtruediv__ = reflected(__truediv__)


class UnaryMixin:
    @differentiable
    def __neg__(self):
        return -self.data, (lambda: -1.0,)

    @differentiable
    def __pow__(self, n):
        return self.data ** n, (lambda: n and n * self.data ** (n - 1),)

    @differentiable
    def tanh(self):
        t = math.tanh(self.data)
        return t, (lambda: 1 - t * t,)

    @differentiable
    def exp(self):
        e = math.exp(self.data)
        return e, (lambda: e,)

    @differentiable
    def relu(self):
        return max(self.data, 0.0), (lambda: 1.0 if self.data > 0 else 0.0,)


class GraphMixin:
    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope() * self.grad

    def nodes(self):
        order = []
        build_topo(self, set(), order)
        return order

    def backward(self):
        order = self.nodes()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


class Value(ArithmeticMixin, UnaryMixin, GraphMixin):
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes


def build_topo(v, visited, topo):
    agenda = [(v, 0)]
    while agenda:
        node, stage = agenda.pop()
        if stage:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append((node, 1))
            agenda.extend((child, 0) for child in node._prev)


def zero_grad(root):
    for node in root.nodes():
        node.grad = 0.0
