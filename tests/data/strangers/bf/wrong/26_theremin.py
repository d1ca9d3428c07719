"""One general operation: `compute(numbers)` returns the value and the slopes."""

import math


def c_add(a, b):
    return a + b, 1.0, 1.0


def c_sub(a, b):
    return a - b, 1.0, -1.0


def c_mul(a, b):
    return a * b, b, a


def c_div(a, b):
    return a / b, 1.0 / b, -a / (b * b)


def c_neg(a):
    return -a, -1.0


def c_tanh(a):
    # (e^2a - 1) / (e^2a + 1) does not fit a float for a large a; this form does
    e = math.exp(-2.0 * a)
    t = (1.0 - e) / (1.0 + e)
    return t, 1.0 - t * t


def c_exp(a):
    e = math.exp(a)
    return e, e


def c_relu(a):
    return (a, 1.0) if a > 0 else (0.0, 0.0)


def c_pow(n):
    def compute(a):
        return a**n, (n * a ** (n - 1) if n != 0 else 0.0)

    return compute


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = []

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @classmethod
    def do(cls, compute, *operands):
        inputs = tuple(x if isinstance(x, cls) else cls(x) for x in operands)
        data, *slopes = compute(*(x.data for x in inputs))
        out = cls(data, inputs, compute.__name__)
        out._slopes = slopes
        return out

    def _backward(self):
        for x, slope in zip(self._prev, self._slopes):
            x.grad += self.grad * slope

    def __add__(self, other):
        return Value.do(c_add, self, other)

    def __radd__(self, other):
        return Value.do(c_add, other, self)

    def __sub__(self, other):
        return Value.do(c_sub, self, other)

    def __rsub__(self, other):
        return Value.do(c_sub, other, self)

    def __mul__(self, other):
        return Value.do(c_mul, self, other)

    def __rmul__(self, other):
        return Value.do(c_mul, other, self)

    def __truediv__(self, other):
        return Value.do(c_div, self, other)

    def __rtruediv__(self, other):
        return Value.do(c_div, other, self)

    def __neg__(self):
        return Value.do(c_neg, self)

    def __pow__(self, n):
        return Value.do(c_pow(n), self)

    def tanh(self):
        return Value.do(c_tanh, self)

    def exp(self):
        return Value.do(c_exp, self)

    def relu(self):
        return Value.do(c_relu, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((x, False) for x in reversed(node._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
