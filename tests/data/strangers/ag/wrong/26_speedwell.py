import math


def deliver(node):
    """Hand a node's gradient to its one or two inputs."""
    if len(node._prev) == 1:
        (a,), (da,) = node._prev, node.partials
        a.grad += da * node.grad
    elif len(node._prev) == 2:
        (a, b), (da, db) = node._prev, node.partials
        a.grad, b.grad = a.grad + da * node.grad, b.grad + db * node.grad


class Value:
    def __init__(self, data, _prev=(), partials=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self.partials = partials
        self._backward = lambda: deliver(self)

    @staticmethod
    def pair(a, b):
        a = a if isinstance(a, Value) else Value(a)
        b = b if isinstance(b, Value) else Value(b)
        return (a, b), a.data, b.data

    def __add__(self, other):
        nodes, x, y = Value.pair(self, other)
        return Value(x + y, nodes, (1.0, 1.0))

    def __radd__(self, other):
        nodes, x, y = Value.pair(other, self)
        return Value(x + y, nodes, (1.0, 1.0))

    def __sub__(self, other):
        nodes, x, y = Value.pair(self, other)
        return Value(x - y, nodes, (1.0, -1.0))

    def __rsub__(self, other):
        nodes, x, y = Value.pair(other, self)
        return Value(x - y, nodes, (1.0, -1.0))

    def __mul__(self, other):
        nodes, x, y = Value.pair(self, other)
        return Value(x * y, nodes, (y, x))

    def __rmul__(self, other):
        nodes, x, y = Value.pair(other, self)
        return Value(x * y, nodes, (y, x))

    def __truediv__(self, other):
        nodes, x, y = Value.pair(self, other)
        return Value(x / y, nodes, (1.0 / y, -x / (y * y)))

    def __rtruediv__(self, other):
        nodes, x, y = Value.pair(other, self)
        return Value(x / y, nodes, (1.0 / y, -x / (y * y)))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, (self,), (0.0,))
        return Value(x**n, (self,), (n * x ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        x = self.data
        return Value(x, (self,), (1.0,)) if x > 0 else Value(0.0, (self,), (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    def below(node):
        return (p for p in node._prev if p not in visited)

    visited.add(v)
    nodes, generators = [v], [below(v)]
    while nodes:
        try:
            p = next(generators[-1])
        except StopIteration:
            generators.pop()
            topo.append(nodes.pop())
        else:
            visited.add(p)
            nodes.append(p)
            generators.append(below(p))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
