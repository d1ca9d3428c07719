"""Nothing is swept. A call has a token, and a gradient without this token is old news."""

import math


class Token:
    """One call of backward(). Never the same as another."""


class Kept(dict):
    """Numbers in formulas: one node for each, made when first asked for."""

    def __missing__(self, text):
        self[text] = node = Value(float(text))
        return node


KEPT = Kept()


def nodes(*things):
    return [t if isinstance(t, Value) else KEPT[repr(float(t))] for t in things]


class Value:
    _token = None

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op

    def _backward(self, token):
        pass

    def _more(self, amount, token):
        if self._prev:
            if self._token is not token:
                self._token, self.grad = token, 0.0
        self.grad += amount

    def _because(self, *slopes):
        def rule(token):
            g = self.grad
            for source, slope in zip(self._prev, slopes):
                source._more(g * slope, token)

        self._backward = rule
        return self

    def __add__(self, other, flip=False):
        a, b = nodes(self, other)[:: -1 if flip else 1]
        return Value(a.data + b.data, (a, b), "+")._because(1.0, 1.0)

    def __sub__(self, other, flip=False):
        a, b = nodes(self, other)[:: -1 if flip else 1]
        return Value(a.data - b.data, (a, b), "-")._because(1.0, -1.0)

    def __mul__(self, other, flip=False):
        a, b = nodes(self, other)[:: -1 if flip else 1]
        return Value(a.data * b.data, (a, b), "*")._because(b.data, a.data)

    def __truediv__(self, other, flip=False):
        a, b = nodes(self, other)[:: -1 if flip else 1]
        q = a.data / b.data
        return Value(q, (a, b), "/")._because(1.0 / b.data, -q / b.data)

    def __radd__(self, other):
        return self.__add__(other, flip=True)

    def __rsub__(self, other):
        return self.__sub__(other, flip=True)

    def __rmul__(self, other):
        return self.__mul__(other, flip=True)

    def __rtruediv__(self, other):
        return self.__truediv__(other, flip=True)

    def __neg__(self):
        return Value(-self.data, [self], "neg")._because(-1.0)

    def __pow__(self, n):
        x = float(self.data)
        try:
            value = x**n
        except OverflowError:
            value = math.inf if x > 0 or n % 2 == 0 else -math.inf
        out = Value(value, [self], "pow")
        if n == 0:
            return out._because(0.0)
        if x == 0:
            return out._because(1.0 if n == 1 else 0.0 if n > 1 else math.inf)
        try:
            return out._because(n * x ** (n - 1))
        except OverflowError:
            return out._because(n * (math.inf if x > 0 or n % 2 == 1 else -math.inf))

    def tanh(self):
        out = Value(math.tanh(self.data), [self], "tanh")
        try:
            return out._because(math.cosh(self.data) ** -2.0)
        except OverflowError:
            return out._because(0.0)

    def exp(self):
        out = Value(math.exp(self.data), [self], "exp")
        return out._because(out.data)

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, [self], "relu")._because(float(on))

    def backward(self):
        token = Token()
        order = []
        build_topo(self, set(), order)
        self._more(1.0, token)
        for node in reversed(order):
            node._backward(token)


def build_topo(v, visited, topo):
    visited.add(v)
    here, trail = (v, iter(v._prev)), []
    while here:
        node, inputs = here
        for source in inputs:
            if source not in visited:
                visited.add(source)
                trail.append(here)
                here = source, iter(source._prev)
                break
        else:
            topo.append(node)
            here = trail.pop() if trail else None


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
