"""Exercise 13: a tape for each call.

backward() first lists the nodes, numbers them, and works on plain lists of floats: `flow[i]`
is the gradient of node number i. Only at the end do the nodes hear of it.
"""

import math


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._sum = 0.0
        self._prev = _prev
        self._backward = _backward

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = promote(other)
        return Value(self.data + other.data, (self, other), lambda: (1.0, 1.0))

    def __sub__(self, other):
        other = promote(other)
        return Value(self.data - other.data, (self, other), lambda: (1.0, -1.0))

    def __mul__(self, other):
        other = promote(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda: (y, x))

    def __truediv__(self, other):
        other = promote(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), lambda: (1.0 / y, -x / (y * y)))

    def __radd__(self, other):
        return promote(other).__add__(self)

    def __rsub__(self, other):
        return promote(other).__sub__(self)

    def __rmul__(self, other):
        return promote(other).__mul__(self)

    def __rtruediv__(self, other):
        return promote(other).__truediv__(self)

    def __neg__(self):
        return Value(-self.data, (self,), lambda: (-1.0,))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, (self,), lambda: (0.0,))
        return Value(x**n, (self,), lambda: (n * x ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda: (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda: (e,))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, (self,), lambda: (1.0 if x > 0 else 0.0,))

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        number = {node: i for i, node in enumerate(nodes)}
        flow = [0.0] * len(nodes)
        flow[-1] = 1.0
        for i in range(len(nodes) - 1, -1, -1):
            node = nodes[i]
            if node._backward is None:
                continue
            for source, slope in zip(node._prev, node._backward()):
                flow[number[source]] += slope * flow[i]
        for node, amount in zip(nodes, flow):
            node.receive(amount)

    def receive(self, amount):
        """Results show what this call gave, leaves what all calls gave."""
        if self._prev:
            self._sum = amount
        else:
            self._sum += amount
        self.grad = self._sum


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    entered = [v]
    while entered:
        node = entered[-1]
        if node not in visited:
            visited.add(node)
            entered.extend(p for p in node._prev if p not in visited)
        else:
            entered.pop()
            if node not in _Placed.of(topo):
                _Placed.of(topo).add(node)
                topo.append(node)
    _Placed.forget()


class _Placed:
    """Which nodes are in the list already, as a set beside it."""

    nodes = None

    @classmethod
    def of(cls, topo):
        if cls.nodes is None:
            cls.nodes = set(topo)
        return cls.nodes

    @classmethod
    def forget(cls):
        cls.nodes = None


def zero_grad(root):
    """Everything under root, the sums of the leaves as well."""
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = node._sum = 0.0
