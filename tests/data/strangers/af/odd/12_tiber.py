import math


class Arithmetic:
    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __rtruediv__(self, other):
        return constant(other) / self

    def __neg__(self):
        return self * -1


class Functions:
    def tanh(self):
        t = math.tanh(self.data)
        return self.bent(t, (1.0 - t) * (1.0 + t))

    def exp(self):
        e = math.exp(self.data)
        return self.bent(e, e)

    def relu(self):
        return self.bent(self.data, 1.0) if self.data > 0 else self.bent(0.0, 0.0)

    def __pow__(self, n):
        return self.bent(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def bent(self, number, slope):
        return Value(number, (self,), (slope,))


class Value(Arithmetic, Functions):
    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.slopes = slopes

    def __add__(self, other):
        if not isinstance(other, Value):
            if other == 0:
                return self
            other = constant(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        if not isinstance(other, Value):
            if other == 1:
                return self
            other = constant(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = constant(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes):
            node.grad += slope * self.grad

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


CONSTANTS = {}


def constant(x):
    if isinstance(x, Value):
        return x
    if x not in CONSTANTS:
        CONSTANTS[x] = Value(float(x))
    return CONSTANTS[x]


def walk(visited, topo):
    """Send it a node; it answers with the next one to be sent, or None at the end."""
    path = []
    node = yield
    while True:
        if node is not None and node not in visited:
            visited.add(node)
            path.append([node, *node._prev])
        if not path:
            yield None
            return
        if len(path[-1]) > 1:
            node = yield path[-1].pop()
        else:
            topo.append(path.pop()[0])
            node = None


def build_topo(v, visited, topo):
    walker = walk(visited, topo)
    next(walker)
    node = v
    while node is not None:
        node = walker.send(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
