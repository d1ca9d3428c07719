"""Exercise 13. All numbers and all gradients of the program lie in two long arrays; a Value
is only a place in them. When a node is collected, its place is used again."""

import math
from array import array

_numbers = array("d")
_gradients = array("d")
_free_places = []


class Value:
    __slots__ = ("_place", "_prev", "_slopes", "_serial", "__weakref__")
    _made = 0

    def __init__(self, data, _prev=(), _slopes=()):
        data = float(data)
        if _free_places:
            self._place = _free_places.pop()
            _numbers[self._place] = data
            _gradients[self._place] = 0.0
        else:
            self._place = len(_numbers)
            _numbers.append(data)
            _gradients.append(0.0)
        self._prev = _prev
        self._slopes = _slopes
        self._serial = Value._made = Value._made + 1

    def __del__(self, give_back=_free_places.append):
        place = getattr(self, "_place", None)
        if place is not None:
            give_back(place)

    data = property(
        lambda self: _numbers[self._place],
        lambda self, number: _numbers.__setitem__(self._place, number),
    )
    grad = property(
        lambda self: _gradients[self._place],
        lambda self, number: _gradients.__setitem__(self._place, number),
    )

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, place={self._place})"

    def _backward(self):
        g = _gradients[self._place]
        for node, slope in zip(self._prev, self._slopes):
            _gradients[node._place] += slope * g

    def __add__(self, other):
        other = _at(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = _at(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = _at(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other), (b, a))

    def __truediv__(self, other):
        other = _at(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other), (1.0 / b, -a / b**2))

    def __radd__(self, other):
        return _at(other) + self

    def __rsub__(self, other):
        return _at(other) - self

    def __rmul__(self, other):
        return _at(other) * self

    def __rtruediv__(self, other):
        return _at(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        a = self.data
        return Value(a**n, (self,), (n * a ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        a = self.data
        return Value(a if a > 0 else 0.0, (self,), (1.0 if a > 0 else 0.0,))

    def backward(self):
        nodes = _oldest_first(self)
        for node in nodes:
            if node._prev:
                _gradients[node._place] = 0.0
        _gradients[self._place] += 1.0
        for node in reversed(nodes):
            node._backward()


def _at(x):
    return x if isinstance(x, Value) else Value(x)


def _oldest_first(root):
    found = {root._serial: root}
    todo = [root]
    while todo:
        for node in todo.pop()._prev:
            if node._serial not in found:
                found[node._serial] = node
                todo.append(node)
    return [found[serial] for serial in sorted(found)]


def build_topo(v, visited, topo):
    topo.extend(_oldest_first(v))


def zero_grad(root):
    for node in _oldest_first(root):
        _gradients[node._place] = 0.0
