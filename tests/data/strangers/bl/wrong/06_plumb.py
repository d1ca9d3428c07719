import math


def wrap(x):
    return x if isinstance(x, Value) else Value(float(x))


class Value:
    """A node. `_wait` is the number of consumers that have not been heard yet."""

    __slots__ = "data", "grad", "_prev", "_backward", "_wait"

    def __init__(self, data, prev=(), backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = backward
        self._wait = 0

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = wrap(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: (g * y, g * x))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, (self,), lambda g: (0.0,))
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1),))

    def __radd__(self, other):
        return wrap(other) + self

    def __rmul__(self, other):
        return wrap(other) * self

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -wrap(other)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        other = wrap(other)
        y = other.data
        q = self.data / y
        return Value(q, (self, other), lambda g: (g / y, -g * q / y))

    def __rtruediv__(self, other):
        return wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, (self,), lambda g: (g if x > 0 else 0.0,))

    def backward(self):
        order = list(consumers_first(self))
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            if node._backward:
                for inp, part in zip(node._prev, node._backward(node.grad)):
                    inp.grad += part


def count(root):
    found = [root]
    for node in found:
        for inp in node._prev:
            if inp._wait == 0:
                found.append(inp)
            inp._wait += 1
    return found


def consumers_first(root):
    count(root)
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for inp in node._prev:
            inp._wait -= 1
            if inp._wait == 0:
                ready.append(inp)


def build_topo(v, visited, topo):
    topo.extend(consumers_first(v))
    topo.reverse()


def zero_grad(root):
    for node in count(root):
        node.grad = 0.0
