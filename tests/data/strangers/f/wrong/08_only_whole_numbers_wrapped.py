import math
from functools import singledispatch


class Value:

    def __init__(self, data, _prev=(), _local=()):
        self.data = data
        self._prev = _prev
        self._local = _local
        self.grad = 0.0

    def _backward(self):
        up = self.grad
        for inp, d in zip(self._prev, self._local):
            inp.grad = inp.grad + up * d

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __radd__(self, other):
        return wrap(other) + self

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __rsub__(self, other):
        return wrap(other) - self

    def __mul__(self, other):
        other = wrap(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __rmul__(self, other):
        return wrap(other) * self

    def __truediv__(self, other):
        other = wrap(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), (0.0,))
        if n < 1 and self.data == 0:
            return Value(self.data ** n, (self,), (math.inf,))
        return Value(self.data ** n, (self,), (n * self.data ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in filter(lambda n: n._prev, topo):
            n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo):
            n._backward()


@singledispatch
def wrap(thing):
    raise TypeError(f"cannot compute with {type(thing).__name__}")


@wrap.register(Value)
def from_value(thing):
    return thing


@wrap.register(int)
def from_number(thing):
    return Value(float(thing))


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        n = todo.pop()
        if isinstance(n, tuple):
            topo.append(n[0])
            continue
        if n in visited:
            continue
        visited.add(n)
        todo.append((n,))
        todo += [p for p in n._prev if p not in visited]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
