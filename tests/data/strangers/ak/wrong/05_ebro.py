import math
from operator import add, mul, neg, sub, truediv

_numbers = {}


def node_for(x):
    """The node of a plain number, or x itself if it is a node."""
    if isinstance(x, Value):
        return x
    key = round(float(x), 9)
    if key not in _numbers:
        _numbers[key] = Value(float(x))
    return _numbers[key]


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "__weakref__")

    def __init__(self, data):
        self.data, self.grad = data, 0.0
        self._prev, self._backward = (), _nothing

    def __add__(self, other):
        return _binary(add, self, other, lambda a, b: (1.0, 1.0))

    def __radd__(self, other):
        return _binary(add, other, self, lambda a, b: (1.0, 1.0))

    def __sub__(self, other):
        return _binary(sub, self, other, lambda a, b: (1.0, -1.0))

    def __rsub__(self, other):
        return _binary(sub, other, self, lambda a, b: (1.0, -1.0))

    def __mul__(self, other):
        return _binary(mul, self, other, lambda a, b: (b, a))

    def __rmul__(self, other):
        return _binary(mul, other, self, lambda a, b: (b, a))

    def __truediv__(self, other):
        return _binary(truediv, self, other, lambda a, b: (1.0 / b, -a / b / b))

    def __rtruediv__(self, other):
        return _binary(truediv, other, self, lambda a, b: (1.0 / b, -a / b / b))

    def __neg__(self):
        return _unary(neg, self, lambda a, out: -1.0)

    def __pow__(self, n):
        return _unary(lambda a: a**n, self, lambda a, out: n * a ** (n - 1) if n else 0.0)

    def tanh(self):
        return _unary(math.tanh, self, lambda a, out: 1.0 - out * out)

    def exp(self):
        return _unary(math.exp, self, lambda a, out: out)

    def relu(self):
        return _unary(lambda a: max(a, 0.0), self, lambda a, out: float(a > 0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def _nothing():
    pass


def _binary(op, left, right, slopes):
    left, right = node_for(left), node_for(right)
    out = Value(op(left.data, right.data))
    out._prev = (left, right)

    def rule():
        to_left, to_right = slopes(left.data, right.data)
        left.grad += to_left * out.grad
        right.grad += to_right * out.grad

    out._backward = rule
    return out


def _unary(op, arg, slope):
    out = Value(op(arg.data))
    out._prev = (arg,)

    def rule():
        arg.grad += slope(arg.data, out.data) * out.grad

    out._backward = rule
    return out


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in opened:
            stack.pop()
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            stack.extend(n for n in node._prev if n not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
