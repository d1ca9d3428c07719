import math


def primitive(function):
    """Turn a function giving (value, slopes) into an operation on nodes."""

    def operation(*inputs):
        nodes = [x if isinstance(x, Value) else Value(x) for x in inputs]
        value, slopes = function(*(node.data for node in nodes))
        out = Value(value)
        out._prev = tuple(nodes)
        out._slopes = slopes
        return out

    return operation


@primitive
def add(a, b):
    return a + b, (1.0, 1.0)


@primitive
def sub(a, b):
    return a - b, (1.0, -1.0)


@primitive
def mul(a, b):
    return a * b, (b, a)


@primitive
def div(a, b):
    return a / b, (1 / b, -a / b**2)


@primitive
def tanh(a):
    t = math.tanh(a)
    return t, (1 - t**2,)


@primitive
def exp(a):
    e = math.exp(a)
    return e, (e,)


@primitive
def relu(a):
    return (a, (1.0,)) if a > 0 else (0.0, (0.0,))


class Value:
    _prev = ()
    _slopes = ()

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += self.grad * slope

    __add__ = add
    __sub__ = sub
    __mul__ = mul
    __truediv__ = div
    tanh, exp, relu = tanh, exp, relu
    __radd__ = lambda self, other: add(other, self)
    __rsub__ = lambda self, other: sub(other, self)
    __rmul__ = lambda self, other: mul(other, self)
    __rtruediv__ = lambda self, other: div(other, self)
    __neg__ = lambda self: mul(-1.0, self)

    def __pow__(self, n):
        power = primitive(lambda x: (x**n, (n * x ** (n - 1) if n else 0.0,)))
        return power(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0
        while topo:
            topo.pop()._backward()


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, ready = todo.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo += [(node, True), *((p, False) for p in node._prev)]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    while topo:
        topo.pop().grad = 0.0
