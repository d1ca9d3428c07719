import math

known = {}


def look_up(function, x):
    """math's functions are slow in long training loops, so each result is kept."""
    key = x
    if key not in known:
        known[key] = function(x)
    return known[key]


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    @classmethod
    def _from(cls, x):
        return x if isinstance(x, cls) else cls(float(x))

    def _give(self, g):
        self.grad += g

    def __add__(self, other):
        other = self._from(other)

        def rule(g):
            self._give(g)
            other._give(g)

        return Value(self.data + other.data, {self, other}, rule)

    def __mul__(self, other):
        other = self._from(other)

        def rule(g):
            self._give(g * other.data)
            other._give(g * self.data)

        return Value(self.data * other.data, {self, other}, rule)

    def __truediv__(self, other):
        other = self._from(other)

        def rule(g):
            self._give(g / other.data)
            other._give(-g * self.data / other.data**2)

        return Value(self.data / other.data, {self, other}, rule)

    def __pow__(self, n):
        def rule(g):
            self._give(g * n * self.data ** (n - 1) if n != 0 else 0.0)

        return Value(self.data**n, {self}, rule)

    def __neg__(self):
        return Value(-self.data, {self}, lambda g: self._give(-g))

    def __sub__(self, other):
        return self + -self._from(other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self._from(other) - self

    def __rtruediv__(self, other):
        return self._from(other) / self

    def tanh(self):
        y = look_up(math.tanh, self.data)
        return Value(y, {self}, lambda g: self._give(g * (1 - y * y)))

    def exp(self):
        y = look_up(math.exp, self.data)
        return Value(y, {self}, lambda g: self._give(g * y))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, {self}, lambda g: self._give(g if on else 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        self._give(1.0)
        for node in reversed(order):
            if node._backward is not None:
                node._backward(node.grad)


def build_topo(v, visited, topo):
    todo = [(v, iter(v._prev))]
    visited.add(v)
    while todo:
        node, inputs = todo[-1]
        for child in inputs:
            if child not in visited:
                visited.add(child)
                todo.append((child, iter(child._prev)))
                break
        else:
            todo.pop()
            topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
