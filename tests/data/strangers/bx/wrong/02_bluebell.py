import math


def _nothing(grad):
    return ()


class Value:
    """A number in the graph. `_backward` takes the node's gradient and gives one per input."""

    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, _prev=(), _backward=_nothing):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(float(x))

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    __radd__ = __add__

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __rsub__(self, other):
        return Value.of(other) - self

    def __mul__(self, other):
        other = Value.of(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other), lambda g: (g * b, g * a))

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = Value.of(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other), lambda g: (g / b, -g * a / (b * b)))

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __pow__(self, n):
        a = self.data
        slope = n * a ** (n - 1) if n else 0.0
        return Value(a**n, (self,), lambda g: (g * slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda g: (g if on else 0.0,))

    def backward(self):
        order = _order(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for child, g in zip(node._prev, node._backward(node.grad)):
                child.grad += g

    def __repr__(self):
        return f"Value({self.data:.4g}, grad={self.grad:.4g})"


def build_topo(v, visited, topo):
    todo = [(v, False)]
    visited.add(v)
    while todo:
        node, leaving = todo.pop()
        if leaving:
            topo.append(node)
            continue
        todo.append((node, True))
        for child in node._prev:
            if child not in visited:
                visited.add(child)
                todo.append((child, False))


def _order(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def zero_grad(root):
    for node in _order(root):
        node.grad = 0.0
