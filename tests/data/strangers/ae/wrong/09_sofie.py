import math


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def binary(f, df):
    """Make a method for an operator with two inputs."""

    def method(self, other):
        other = as_node(other)
        out = Value(f(self.data, other.data))
        out._prev = (self, other)

        def rule():
            to_self, to_other = df(self.data, other.data)
            self.grad += to_self * out.grad
            other.grad += to_other * out.grad

        out._backward = rule
        return out

    return method


def unary(f, df):
    """Make a method for a function; df gets the input and the output."""

    def method(self):
        out = Value(f(self.data))
        out._prev = (self,)

        def rule():
            self.grad += df(self.data, out.data) * out.grad

        out._backward = rule
        return out

    return method


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    __add__ = binary(lambda x, y: x + y, lambda x, y: (1.0, 1.0))
    __sub__ = binary(lambda x, y: x - y, lambda x, y: (1.0, -1.0))
    __mul__ = binary(lambda x, y: x * y, lambda x, y: (y, x))
    __truediv__ = binary(lambda x, y: x / y, lambda x, y: (1.0 / y, -(x / y) / y))

    __radd__ = __add__
    __rmul__ = __mul__
    __rsub__ = binary(lambda x, y: y - x, lambda x, y: (-1.0, 1.0))
    __rtruediv__ = __truediv__

    __neg__ = unary(lambda x: -x, lambda x, y: -1.0)
    tanh = unary(math.tanh, lambda x, y: 1.0 - y * y)
    exp = unary(math.exp, lambda x, y: y)
    relu = unary(lambda x: max(x, 0.0), lambda x, y: float(y > 0))

    def __pow__(self, n):
        if n == 0:
            return unary(lambda x: 1.0, lambda x, y: 0.0)(self)
        return unary(lambda x: x**n, lambda x, y: n * x ** (n - 1))(self)

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [iter([v])]
    names = []
    while trail:
        node = next(trail[-1], None)
        if node is None:
            trail.pop()
            if names:
                topo.append(names.pop())
        elif node is v and not names or node not in visited:
            visited.add(node)
            names.append(node)
            trail.append(iter(node._prev))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
