from math import exp, tanh

_UNSET = object()


class Value:
    """A number that is computed when it is first asked for."""

    def __init__(self, data, _prev=(), _op="", how=None, slopes=None):
        self._number = data
        self._how = how
        self._slopes = slopes
        self._prev = _prev
        self._op = _op
        self.grad = 0.0

    @property
    def data(self):
        if self._number is _UNSET:
            pending = []
            build_topo(self, set(), pending)
            for node in pending:
                if node._number is _UNSET:
                    node._number = node._how(*[n._number for n in node._prev])
        return self._number

    @data.setter
    def data(self, number):
        self._number = number

    def _backward(self):
        if self._prev:
            slopes = self._slopes(self.data, *[n.data for n in self._prev])
            for node, slope in zip(self._prev, slopes):
                node.grad += slope * self.grad

    def __add__(self, other):
        return later("+", lambda a, b: a + b, lambda r, a, b: (1, 1), self, other)

    def __sub__(self, other):
        return later("-", lambda a, b: a - b, lambda r, a, b: (1, -1), self, other)

    def __mul__(self, other):
        return later("*", lambda a, b: a * b, lambda r, a, b: (b, a), self, other)

    def __truediv__(self, other):
        return later("/", lambda a, b: a / b, lambda r, a, b: (1 / b, -r / b), self, other)

    def __radd__(self, other):
        return wrapped(other) + self

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rmul__(self, other):
        return wrapped(other) * self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def __neg__(self):
        return later("neg", lambda a: -a, lambda r, a: (-1,), self)

    def __pow__(self, n):
        return later("**", lambda a: a**n, lambda r, a: (n and n * a ** (n - 1),), self)

    def tanh(self):
        return later("tanh", tanh, lambda r, a: (1 - r * r,), self)

    def exp(self):
        return later("exp", exp, lambda r, a: (r,), self)

    def relu(self):
        return later("relu", lambda a: max(a, 0.0), lambda r, a: (r > 0,), self)

    def backward(self):
        self.data
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.grad *= not node._prev
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def wrapped(x):
    return x if isinstance(x, Value) else Value(x)


def later(op, how, slopes, *operands):
    return Value(_UNSET, tuple(map(wrapped, operands)), op, how, slopes)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack += node._prev


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
