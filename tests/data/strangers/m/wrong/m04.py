"""A dispatch table: name of the operation -> (value, slopes)."""
import math


def slope_pow(x, n):
    if x == 0:
        return 0.0
    return n * x ** (n - 1)


TABLE = {
    "add": (lambda a, b: a + b, lambda y, a, b: (1.0, 1.0)),
    "sub": (lambda a, b: a - b, lambda y, a, b: (1.0, -1.0)),
    "mul": (lambda a, b: a * b, lambda y, a, b: (b, a)),
    "div": (lambda a, b: a / b, lambda y, a, b: (1.0 / b, -y / b)),
    "neg": (lambda a: -a, lambda y, a: (-1.0,)),
    "tanh": (math.tanh, lambda y, a: (1.0 - y * y,)),
    "exp": (math.exp, lambda y, a: (y,)),
    "relu": (lambda a: max(a, 0.0), lambda y, a: (float(a > 0.0),)),
}


class Value:
    def __init__(self, data, _prev=(), rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(_prev)
        self._rule = rule

    def _backward(self):
        if self._rule is None:
            return
        for p, s in zip(self._prev, self._rule()):
            p.grad += s * self.grad

    def __add__(self, other):
        return make("add", self, other)

    def __radd__(self, other):
        return make("add", other, self)

    def __sub__(self, other):
        return make("sub", self, other)

    def __rsub__(self, other):
        return make("sub", other, self)

    def __mul__(self, other):
        return make("mul", self, other)

    def __rmul__(self, other):
        return make("mul", other, self)

    def __truediv__(self, other):
        return make("div", self, other)

    def __rtruediv__(self, other):
        return make("div", other, self)

    def __neg__(self):
        return make("neg", self)

    def __pow__(self, n):
        x = self.data
        return Value(x**n, [self], lambda: [slope_pow(x, n)])

    def tanh(self):
        return make("tanh", self)

    def exp(self):
        return make("exp", self)

    def relu(self):
        return make("relu", self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for v in order:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in order[::-1]:
            v._backward()


def make(name, *args):
    nodes = [a if isinstance(a, Value) else Value(a) for a in args]
    value, slopes = TABLE[name]
    xs = [n.data for n in nodes]
    y = value(*xs)
    return Value(y, nodes, lambda: slopes(y, *xs))


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        top = stack[-1]
        if top in visited:
            stack.pop()
            continue
        waiting = [p for p in top._prev if p not in visited]
        if waiting:
            stack += waiting
        else:
            visited.add(top)
            topo.append(stack.pop())


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for v in order:
        v.grad = 0.0
