import math


class Value:
    """A node keeps two sums.

    _past   what earlier calls of backward() gave (leaves only)
    _now    what the latest call gives

    `grad` is what the world outside sees.
    """

    def __init__(self, data, _prev=()):
        self.data = data
        self._prev = _prev
        self._past = 0.0
        self._now = 0.0
        self._backward = lambda: None

    @property
    def grad(self):
        return self._past + self._now

    @grad.setter
    def grad(self, value):
        self._past = value

    def begin(self):
        """A new call starts: a leaf puts its sum aside, an inner node forgets it."""
        if not self._prev:
            self._past += self._now
        else:
            self._past = 0.0
        self._now = 0.0

    def clear(self):
        self._past = self._now = 0.0

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self._now += out._now
            other._now += out._now

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self._now += other.data * out._now
            other._now += self.data * out._now

        out._backward = _backward
        return out

    def _through(self, result, slope):
        out = Value(result, (self,))

        def _backward():
            self._now += slope * out._now

        out._backward = _backward
        return out

    def __neg__(self):
        return self._through(-self.data, -1.0)

    def __pow__(self, n):
        return self._through(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._through(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._through(e, e)

    def relu(self):
        return self._through(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def __sub__(self, other):
        return self + (-wrap(other))

    def __truediv__(self, other):
        return self * (wrap(other) ** -1)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return (-self) + other

    def __rtruediv__(self, other):
        return (self**-1) * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.begin()
        self._now = 1.0
        for node in reversed(topo):
            node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, None]
            stack += node._prev


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.clear()
