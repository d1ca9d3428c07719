"""A node IS a list: [data, grad, inputs, slopes]. So the list's own ==, hash, +, * and +=
have to be kept out."""
import math

D, G, P, S = range(4)


class Value(list):
    def __init__(self, data, inputs=(), slopes=()):
        super().__init__([float(data), 0.0, tuple(inputs), tuple(slopes)])

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    __hash__ = object.__hash__

    def __repr__(self):
        return f"Value({self[D]})"

    def __bool__(self):
        return True

    data = property(lambda self: self[D], lambda self, x: self.__setitem__(D, x))
    grad = property(lambda self: self[G], lambda self, x: self.__setitem__(G, x))
    _prev = property(lambda self: self[P])

    def _backward(self):
        for node, slope in zip(self[P], self[S]):
            node[G] += slope * self[G]

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node[P]:
                node[G] = 0.0
        self[G] += 1.0
        for node in order[::-1]:
            node._backward()

    def __add__(self, other):
        other = _node(other)
        return Value(self[D] + other[D], (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = _node(other)
        return Value(self[D] * other[D], (self, other), (other[D], self[D]))

    def __sub__(self, other):
        other = _node(other)
        return Value(self[D] - other[D], (self, other), (1.0, -1.0))

    def __truediv__(self, other):
        other = _node(other)
        return Value(self[D] / other[D], (self, other), (1 / other[D], -self[D] / other[D] ** 2))

    # list has these two, and they change the list
    __iadd__ = __add__
    __imul__ = __mul__

    def __radd__(self, other):
        return _node(other) + self

    def __rmul__(self, other):
        return _node(other) * self

    def __rsub__(self, other):
        return _node(other) - self

    def __rtruediv__(self, other):
        return _node(other) / self

    def __neg__(self):
        return Value(-self[D], [self], [-1.0])

    def __pow__(self, n):
        return Value(self[D] ** n, [self], [n * self[D] ** (n - 1) if n != 0 else 0.0])

    def tanh(self):
        t = math.tanh(self[D])
        return Value(t, [self], [1.0 - t * t])

    def exp(self):
        e = math.exp(self[D])
        return Value(e, [self], [e])

    def relu(self):
        on = 1.0 if self[D] > 0.0 else 0.0
        return Value(self[D] if on else 0.0, [self], [on])


def _node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(id(v))
    while stack:
        node, k = stack.pop()
        if k == len(node[P]):
            topo.append(node)
            continue
        stack.append((node, k + 1))
        child = node[P][k]
        if id(child) not in visited:
            visited.add(id(child))
            stack.append((child, 0))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node[G] = 0.0
