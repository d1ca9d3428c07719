import math
import operator


class Value:
    __slots__ = ("data", "grad", "_prev", "_pull")

    def __init__(self, data, _prev=(), _pull=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._pull = _pull

    def _backward(self):
        if self._pull:
            for node, share in zip(self._prev, self._pull(self.grad)):
                node.grad = operator.iadd(node.grad, share)

    def _plus(a, b):
        return Value(a.data + b.data, (a, b), lambda g: (g, g))

    def _minus(a, b):
        return Value(a.data - b.data, (a, b), lambda g: (g, -g))

    def _times(a, b):
        x, y = a.data, b.data
        return Value(x * y, (a, b), lambda g: (g * y, g * x))

    def _over(a, b):
        x, y = a.data, b.data
        return Value(x / y, (a, b), lambda g: (g / y, -g * (x / y) / y))

    def __add__(self, other):
        return Value._plus(self, coerce(other))

    def __sub__(self, other):
        return Value._minus(self, coerce(other))

    def __mul__(self, other):
        return Value._times(self, coerce(other))

    def __truediv__(self, other):
        return Value._over(self, coerce(other))

    def __radd__(self, other):
        return Value._plus(coerce(other), self)

    def __rsub__(self, other):
        return Value._minus(coerce(other), self)

    def __rmul__(self, other):
        return Value._times(coerce(other), self)

    def __rtruediv__(self, other):
        return Value._over(coerce(other), self)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda g: (g,))
        return Value(0.0, (self,), lambda g: (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo[:-1]:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()
        if self._prev:
            self.grad = 0.0


def coerce(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo.pop()
        if node.__class__ is tuple:
            topo.extend(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node,))
            todo.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
