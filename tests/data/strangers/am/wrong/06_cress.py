import math


class Value:
    """The gradient of a node is a list of shares, added up when somebody asks."""

    def __init__(self, data, *edges):
        self.data = data
        self._shares = []
        self._edges = edges
        self._prev = tuple(node for node, _ in edges)

    @property
    def grad(self):
        if len(self._shares) > 1:
            self._shares = [sum(self._shares)]
        return self._shares[0] if self._shares else 0.0

    @grad.setter
    def grad(self, amount):
        self._shares.clear()

    def _backward(self):
        g = self.grad
        for node, slope in self._edges:
            node._shares.append(slope * g)

    def __add__(self, other):
        other = node_of(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = node_of(other)
        return Value(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = node_of(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = node_of(other)
        x, y = self.data, other.data
        return Value(x / y, (self, 1.0 / y), (other, -x / y / y))

    def __radd__(self, number):
        return node_of(number).__add__(self)

    def __rsub__(self, number):
        return node_of(number).__sub__(self)

    def __rmul__(self, number):
        return node_of(number).__mul__(self)

    def __rtruediv__(self, number):
        return node_of(number).__truediv__(self)

    def __pow__(self, n):
        return Value(self.data**n, (self, n * self.data ** (n - 1) if n else 0.0))

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        return Value(max(self.data, 0.0), (self, float(self.data > 0)))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node._shares.clear()
        self._shares.append(1.0)
        for node in reversed(topo):
            node._backward()


def node_of(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def build_topo(v, visited, topo):
    waits, users = {}, {}
    found = [v]
    visited.add(v)
    for node in found:
        below_it = dict.fromkeys(node._prev)
        waits[node] = len(below_it)
        for below in below_it:
            users.setdefault(below, []).append(node)
            if below not in visited:
                visited.add(below)
                found.append(below)
    free = [node for node in found if waits[node] == 0]
    for node in free:
        topo.append(node)
        for user in users.get(node, ()):
            waits[user] -= 1
            if waits[user] == 0:
                free.append(user)


def zero_grad(root):
    everything = []
    build_topo(root, set(), everything)
    for node in everything:
        node._shares.clear()
