import math


def new(data, *parents):
    """parents: pairs of (node, slope)"""
    out = Value(data)
    for node, slope in parents:
        out._prev += (node,)
        out._backward += (slope,)
    return out


def unwrap(x):
    return x.data if isinstance(x, Value) else x


def add(a, b):
    if isinstance(b, Value):
        return new(a.data + b.data, (a, 1.0), (b, 1.0))
    return new(a.data + b, (a, 1.0))


def mul(a, b):
    if isinstance(b, Value):
        return new(a.data * b.data, (a, b.data), (b, a.data))
    return new(a.data * b, (a, b))


def neg(a):
    return new(-a.data, (a, -1.0)) if isinstance(a, Value) else -a


def power(a, n):
    return new(a.data**n, (a, n * a.data ** (n - 1) if n else 0.0))


def inverse(a):
    return power(a, -1) if isinstance(a, Value) else 1 / a


def tanh(a):
    t = math.tanh(a.data)
    return new(t, (a, 1 - t * t))


def exp(a):
    e = math.exp(a.data)
    return new(e, (a, e))


def relu(a):
    return new(max(unwrap(a), 0.0), (a, 1.0 if a.data > 0 else 0.0))


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = ()

    def __add__(self, other):
        return add(self, other)

    def __sub__(self, other):
        return add(self, -unwrap(other))

    def __rsub__(self, other):
        return add(neg(self), other)

    def __truediv__(self, other):
        return mul(self, inverse(other))

    def __rtruediv__(self, other):
        return mul(inverse(self), other)

    __radd__ = __add__
    __mul__ = __rmul__ = mul
    __neg__ = neg
    __pow__ = power
    tanh, exp, relu = tanh, exp, relu

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        for node in topo[::-1]:
            for p, slope in zip(node._prev, node._backward):
                p.grad += slope * node.grad


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    while stack:
        node, step = stack.pop()
        if step == 1:
            topo.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            stack.append((node, 1))
            stack.extend(zip(node._prev, (0, 0)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
