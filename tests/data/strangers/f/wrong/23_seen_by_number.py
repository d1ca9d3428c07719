import math


def mark(node):
    """What the walk writes into its set of seen nodes."""
    return node.data


def build_topo(v, visited, topo):
    visited.add(mark(v))
    stack = [(v, iter(v._prev))]
    while stack:
        node, upcoming = stack[-1]
        for nxt in upcoming:
            if mark(nxt) not in visited:
                visited.add(mark(nxt))
                stack.append((nxt, iter(nxt._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def nodes_below(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def zero_grad(root):
    for node in nodes_below(root):
        node.grad = 0.0


class Value:
    def __init__(self, data, _prev=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._rule = rule

    @property
    def _backward(self):
        return lambda: self._rule and self._rule(self, *self._prev)

    def backward(self):
        order = nodes_below(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def __add__(self, other):
        other = to_value(other)

        def rule(out, a, b):
            a.grad += out.grad
            b.grad += out.grad
        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = to_value(other)

        def rule(out, a, b):
            a.grad += out.grad * b.data
            b.grad += out.grad * a.data
        return Value(self.data * other.data, (self, other), rule)

    def __sub__(self, other):
        other = to_value(other)

        def rule(out, a, b):
            a.grad += out.grad
            b.grad -= out.grad
        return Value(self.data - other.data, (self, other), rule)

    def __truediv__(self, other):
        other = to_value(other)

        def rule(out, a, b):
            a.grad += out.grad / b.data
            b.grad -= out.grad * out.data / b.data
        return Value(self.data / other.data, (self, other), rule)

    def __neg__(self):
        def rule(out, a):
            a.grad -= out.grad
        return Value(-self.data, (self,), rule)

    def __pow__(self, n):
        def rule(out, a):
            if n != 0:
                a.grad += out.grad * n * a.data ** (n - 1)
        return Value(self.data ** n, (self,), rule)

    def tanh(self):
        def rule(out, a):
            a.grad += out.grad * (1.0 - out.data ** 2)
        return Value(math.tanh(self.data), (self,), rule)

    def exp(self):
        def rule(out, a):
            a.grad += out.grad * out.data
        return Value(math.exp(self.data), (self,), rule)

    def relu(self):
        def rule(out, a):
            if a.data > 0:
                a.grad += out.grad
        return Value(max(0.0, self.data), (self,), rule)

    __radd__ = lambda self, other: to_value(other) + self
    __rsub__ = lambda self, other: to_value(other) - self
    __rmul__ = lambda self, other: to_value(other) * self
    __rtruediv__ = lambda self, other: to_value(other) / self


def to_value(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))
