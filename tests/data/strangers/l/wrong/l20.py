import math
from functools import partial, singledispatch


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = nothing

    def __add__(self, o): return lin(1, self, 1, to_value(o))
    def __radd__(self, o): return lin(1, to_value(o), 1, self)
    def __sub__(self, o): return lin(1, self, -1, to_value(o))
    def __rsub__(self, o): return lin(1, to_value(o), -1, self)
    def __neg__(self): return one(lambda x: -x, lambda x, y: -1.0, self)
    def __mul__(self, o): return prod(self, to_value(o))
    def __rmul__(self, o): return prod(to_value(o), self)
    def __truediv__(self, o): return prod(self, to_value(o) ** -1)
    def __rtruediv__(self, o): return prod(to_value(o), self ** -1)

    def __pow__(self, n):
        return one(lambda x: x ** n, lambda x, y: n * x ** (n - 1) if n else 0.0, self)

    def tanh(self): return one(math.tanh, lambda x, y: 1 - y * y, self)
    def exp(self): return one(math.exp, lambda x, y: y, self)
    def relu(self): return one(lambda x: (x > 0) * x, lambda x, y: x > 0, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward(node.grad)


@singledispatch
def to_value(x):
    raise TypeError(f"cannot compute with {type(x).__name__}")


@to_value.register(int)
@to_value.register(float)
def _(x):
    return Value(x)


@to_value.register(Value)
def _(x):
    return x


def nothing(g):
    pass


def one(f, df, a):
    out = Value(f(a.data))
    out._prev = (a,)
    out._backward = partial(one_rule, a, df(a.data, out.data))
    return out


def one_rule(a, slope, g):
    a.grad += slope * g


def lin(p, a, q, b):
    out = Value(p * a.data + q * b.data)
    out._prev = (a, b)
    out._backward = partial(two_rule, a, p, b, q)
    return out


def prod(a, b):
    out = Value(a.data * b.data)
    out._prev = (a, b)
    out._backward = partial(two_rule, a, b.data, b, a.data)
    return out


def two_rule(a, p, b, q, g):
    a.grad += p * g
    b.grad += q * g


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [[v, 0]]
    while stack:
        node, i = top = stack[-1]
        if i == len(node._prev):
            topo.append(node)
            stack.pop()
            continue
        top[1] += 1
        below = node._prev[i]
        if below not in visited:
            visited.add(below)
            stack.append([below, 0])


def zero_grad(root):
    queue = [root]
    seen = {root}
    for node in queue:
        node.grad = 0.0
        for below in node._prev:
            if below not in seen:
                seen.add(below)
                zero_grad(below)
