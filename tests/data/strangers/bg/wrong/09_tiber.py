"""Engine in two layers: `Value` is for writing formulas, `_Rule` does the work."""

import math


class _Rule:
    """Pulls the gradient of a result back to its inputs."""

    def __init__(self, out, inputs, pull):
        self.out, self.inputs, self.pull = out, inputs, pull

    def __call__(self):
        for source, share in zip(self.inputs, self.pull(self.out.grad)):
            source.grad += share


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = None

    def __add__(self, other):
        return _make("+", lambda a, b: (a + b, lambda g: (g, g)), self, other)

    def __radd__(self, other):
        return _make("+", lambda a, b: (a + b, lambda g: (g, g)), other, self)

    def __sub__(self, other):
        return _make("-", lambda a, b: (a - b, lambda g: (g, -g)), self, other)

    def __rsub__(self, other):
        return _make("-", lambda a, b: (a - b, lambda g: (g, -g)), other, self)

    def __mul__(self, other):
        return _make("*", lambda a, b: (a * b, lambda g: (g * b, g * a)), self, other)

    def __rmul__(self, other):
        return _make("*", lambda a, b: (a * b, lambda g: (g * b, g * a)), other, self)

    def __truediv__(self, other):
        return _make("/", _divide, self, other)

    def __rtruediv__(self, other):
        return _make("/", _divide, other, self)

    def __neg__(self):
        return _make("neg", lambda a: (-a, lambda g: (-g,)), self)

    def __pow__(self, n):
        def power(a):
            if n == 0:
                return 1.0, lambda g: (0.0,)
            return a**n, lambda g: (g * n * a ** (n - 1),)

        return _make("pow", power, self)

    def tanh(self):
        def squash(a):
            t = math.tanh(a)
            return t, lambda g: (g * (1 - t) * (1 + t),)

        return _make("tanh", squash, self)

    def exp(self):
        def grow(a):
            e = math.exp(a)
            return e, lambda g: (g * e,)

        return _make("exp", grow, self)

    def relu(self):
        def rectify(a):
            return (a, lambda g: (g,)) if a > 0 else (0.0, lambda g: (0.0,))

        return _make("relu", rectify, self)

    def backward(self):
        computed = [node for node in _sorted(self) if node._backward]
        for node in computed:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(computed):
            node._backward()


def _divide(a, b):
    q = a / b
    return q, lambda g: (g / b, -g * q / b)


def _make(op, function, *args):
    inputs = tuple(a if isinstance(a, Value) else Value(float(a)) for a in args)
    data, pull = function(*(i.data for i in inputs))
    out = Value(data, inputs, op)
    out._backward = _Rule(out, inputs, pull)
    return out


def _sorted(root):
    done, order, stack = set(), [], [(root, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif id(node) not in done:
            done.add(id(node))
            stack.append((node, True))
            stack.extend((source, False) for source in node._prev)
    return order


def build_topo(v, visited, topo):
    topo.extend(_sorted(v))
    visited.update(topo)


def zero_grad(root):
    for node in _sorted(root):
        if node._backward:
            node.grad = 0.0
            for source in node._prev:
                source.grad = 0.0
