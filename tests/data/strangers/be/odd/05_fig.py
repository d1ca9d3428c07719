"""A ledger: gradients are not numbers on the nodes but bookings, and `grad` is a balance."""

import math
from collections import deque


class Account:
    """A descriptor. To read it gives the balance; to write it closes the books with one entry."""

    def __get__(self, node, owner=None):
        if node is None:
            return self
        return node._opening + sum(node._bookings)

    def __set__(self, node, amount):
        node._opening = amount
        node._bookings = ()


class Value:
    grad = Account()

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self._prev = set(_prev)  # for whoever wants to see the graph
        self._parts = tuple(_prev)  # with repetitions, for the rule
        self._op = _op
        self._opening, self._bookings = 0.0, ()
        self._height = 1 + max((i._height for i in self._prev), default=0)

    def _book(self, amount):
        if len(self._bookings) > 30:
            self.grad = self.grad
        self._bookings += (amount,)

    def _backward(self):
        op, g = self._op, self.grad
        if not op:
            return
        a, *rest = self._parts
        x, z = a.data if a._parts else self._then[0], self.data
        if rest:
            b = rest[0]
            y = b.data if b._parts else self._then[1]
            da, db = {
                "+": lambda: (1.0, 1.0),
                "-": lambda: (1.0, -1.0),
                "*": lambda: (y, x),
                "/": lambda: (1.0 / y, -z / y),
            }[op]()
            a._book(g * da)
            b._book(g * db)
        elif op == "tanh":
            a._book(g * (1.0 - z * z))
        elif op == "exp":
            a._book(g * z)
        elif op == "relu":
            a._book(g if z > 0 else 0.0)
        elif op == "neg":
            a._book(-g)
        else:
            n = op[1]
            a._book(g * n * x ** (n - 1) if n else 0.0)

    def _made(self, data, op, *others):
        parts = (self, *others)
        out = Value(data, parts, op)
        out._then = [p.data for p in parts]
        return out

    def __add__(self, other):
        other = opened(other)
        return self._made(self.data + other.data, "+", other)

    def __sub__(self, other):
        other = opened(other)
        return self._made(self.data - other.data, "-", other)

    def __mul__(self, other):
        other = opened(other)
        return self._made(self.data * other.data, "*", other)

    def __truediv__(self, other):
        other = opened(other)
        return self._made(self.data / other.data, "/", other)

    def __radd__(self, other):
        return opened(other).__add__(self)

    def __rsub__(self, other):
        return opened(other).__sub__(self)

    def __rmul__(self, other):
        return opened(other).__mul__(self)

    def __rtruediv__(self, other):
        return opened(other).__truediv__(self)

    def __neg__(self):
        return self._made(-self.data, "neg")

    def __pow__(self, n):
        return self._made(self.data**n, ("**", n))

    def tanh(self):
        return self._made(math.tanh(self.data), "tanh")

    def exp(self):
        return self._made(math.exp(self.data), "exp")

    def relu(self):
        return self._made(self.data if self.data > 0 else 0.0, "relu")

    def backward(self):
        floors = by_height(self)
        for floor in floors[1:]:
            for node in floor:
                node.grad = 0.0
        self._book(1.0)
        for floor in reversed(floors):
            for node in floor:
                node._backward()


def opened(x):
    return x if isinstance(x, Value) else Value(x)


def by_height(root):
    """The nodes below root, sorted by height: the leaves are on floor 1, floor 0 is empty."""
    floors = [[] for _ in range(root._height + 1)]
    known = {id(root)}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        floors[node._height].append(node)
        for i in node._prev:
            if id(i) not in known:
                known.add(id(i))
                queue.append(i)
    return floors[1:]


def build_topo(v, visited, topo):
    for floor in by_height(v):
        topo.extend(floor)
    visited.update(topo)


def zero_grad(root):
    for floor in by_height(root):
        for node in floor:
            node.grad = 0.0
