import math


class Value:
    """A scalar that knows its inputs and the slope towards each of them."""

    __slots__ = ("data", "grad", "_prev", "_op", "_slopes", "__weakref__")

    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = _slopes

    def __repr__(self):
        return f"<{self._op or 'leaf'} {self.data:.4g}, grad {self.grad:.4g}>"

    # -- making nodes -------------------------------------------------------

    def _join(self, other, data, op, here=None, there=None):
        """A node of two inputs. A slope that is not given is 1."""
        here = here or 1.0
        there = there or 1.0
        return Value(data, (self, other), op, (here, there))

    def _map(self, data, op, slope):
        return Value(data, (self,), op, (slope,))

    # -- the rule of every node ----------------------------------------------

    def _backward(self):
        for source, slope in zip(self._prev, self._slopes):
            source.grad += slope * self.grad

    # -- operators ----------------------------------------------------------

    def __add__(self, other):
        other = _lift(other)
        return self._join(other, self.data + other.data, "+")

    def __sub__(self, other):
        other = _lift(other)
        return self._join(other, self.data - other.data, "-", there=-1.0)

    def __mul__(self, other):
        other = _lift(other)
        return self._join(other, self.data * other.data, "*", other.data, self.data)

    def __truediv__(self, other):
        return self * _lift(other) ** -1

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._map(self.data**n, "**", slope)

    def __neg__(self):
        return self._map(-self.data, "neg", -1.0)

    def __radd__(self, other):
        return _lift(other) + self

    def __rsub__(self, other):
        return _lift(other) - self

    def __rmul__(self, other):
        return _lift(other) * self

    def __rtruediv__(self, other):
        return _lift(other) / self

    # -- functions ----------------------------------------------------------

    def tanh(self):
        t = math.tanh(self.data)
        return self._map(t, "tanh", 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._map(e, "exp", e)

    def relu(self):
        positive = self.data > 0
        return self._map(self.data if positive else 0.0, "relu", 1.0 if positive else 0.0)

    # -- the backward pass ----------------------------------------------------

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def _lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    if v in visited:
        return
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        for nxt in rest:
            if nxt not in visited:
                visited.add(nxt)
                path.append((nxt, iter(nxt._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
