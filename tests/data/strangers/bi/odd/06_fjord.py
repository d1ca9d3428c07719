"""Plain numbers are interned, orders are kept, pure functions are cached. All of it is safe."""

import functools
import math


@functools.lru_cache(maxsize=None)
def constant(number):
    return Value(number)


@functools.lru_cache(maxsize=4096)
def power_slope(x, n):
    return 0.0 if n == 0 else float(n) * x ** (n - 1)


tanh = functools.lru_cache(maxsize=4096)(math.tanh)


def value(x):
    return x if isinstance(x, Value) else constant(float(x))


class Value:
    def __init__(self, data, _prev=(), _op=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = (lambda: None) if _op is None else functools.partial(_op, self)
        self._plan = None

    def plan(self):
        if self._plan is None:
            topo = []
            build_topo(self, set(), topo)
            # The root stays out of its own plan, else it would hold itself.
            self._plan = tuple(topo[:-1])
        return self._plan

    def backward(self):
        inner = [node for node in self.plan() if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad = 1.0 if self._prev else self.grad + 1.0
        self._backward()
        for node in reversed(inner):
            node._backward()

    def __add__(self, o):
        return Value(self.data + value(o).data, (self, value(o)), _add)

    def __sub__(self, o):
        return Value(self.data - value(o).data, (self, value(o)), _sub)

    def __mul__(self, o):
        return Value(self.data * value(o).data, (self, value(o)), _mul)

    def __truediv__(self, o):
        return Value(self.data / value(o).data, (self, value(o)), _div)

    __radd__ = lambda self, o: value(o) + self
    __rsub__ = lambda self, o: value(o) - self
    __rmul__ = lambda self, o: value(o) * self
    __rtruediv__ = lambda self, o: value(o) / self

    def __neg__(self):
        return Value(-self.data, (self,), _neg)

    def __pow__(self, n):
        return Value(self.data**n, (self,), functools.partial(_pow, n))

    def tanh(self):
        return Value(tanh(self.data), (self,), _tanh)

    def exp(self):
        return Value(math.exp(self.data), (self,), _exp)

    def relu(self):
        return Value(max(self.data, 0.0), (self,), _relu)


def _add(out):
    for node in out._prev:
        node.grad += out.grad


def _sub(out):
    out._prev[0].grad += out.grad
    out._prev[1].grad -= out.grad


def _mul(out):
    a, b = out._prev
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


def _div(out):
    a, b = out._prev
    a.grad += out.grad / b.data
    b.grad -= out.grad * out.data / b.data


def _neg(out):
    out._prev[0].grad -= out.grad


def _pow(n, out):
    (a,) = out._prev
    a.grad += power_slope(a.data, n) * out.grad


def _tanh(out):
    out._prev[0].grad += (1.0 - out.data**2) * out.grad


def _exp(out):
    out._prev[0].grad += out.data * out.grad


def _relu(out):
    out._prev[0].grad += out.grad if out.data > 0 else 0.0


def build_topo(v, visited, topo):
    pile = [(v, iter(v._prev))]
    visited.add(v)
    while pile:
        node, rest = pile[-1]
        below = next(rest, None)
        if below is None:
            topo.append(node)
            del pile[-1]
        elif below not in visited:
            visited.add(below)
            pile.append((below, iter(below._prev)))


def zero_grad(root):
    for node in root.plan():
        node.grad = 0.0
    root.grad = 0.0
