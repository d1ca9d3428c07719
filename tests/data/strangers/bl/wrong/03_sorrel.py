import math
import operator


class Value:
    def __init__(self, data, inputs=(), slopes=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._backward = slopes

    def backward(self):
        order = nodes_under(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            if node._backward is not None:
                for target, amount in zip(node._prev, node._backward()):
                    target.grad += amount * node.grad


def nodes_under(root, seen=set()):
    """All nodes, inputs first."""
    seen.add(root)
    if not root._prev:
        return [root]
    order = []
    trail = [(root, list(root._prev))]
    while trail:
        node, waiting = trail[-1]
        if waiting:
            child = waiting.pop()
            if child not in seen:
                seen.add(child)
                trail.append((child, list(child._prev)))
        else:
            order.append(node)
            trail.pop()
    seen.clear()
    return order


def build_topo(v, visited, topo):
    for node in nodes_under(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in nodes_under(root):
        node.grad = 0.0


def number_or_node(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def binary(f, slopes):
    def forward(self, other):
        other = number_or_node(other)
        x, y = self.data, other.data
        return Value(f(x, y), (self, other), lambda: slopes(x, y))

    def reflected(self, other):
        return forward(number_or_node(other), self)

    return forward, reflected


def unary(f, slope):
    def method(self):
        x = self.data
        y = f(x)
        return Value(y, (self,), lambda: (slope(x, y),))

    return method


def power(self, n):
    x = self.data
    return Value(x**n, (self,), lambda: (0.0 if n == 0 else n * x ** (n - 1),))


Value.__add__, Value.__radd__ = binary(operator.add, lambda x, y: (1.0, 1.0))
Value.__sub__, Value.__rsub__ = binary(operator.sub, lambda x, y: (1.0, -1.0))
Value.__mul__, Value.__rmul__ = binary(operator.mul, lambda x, y: (y, x))
Value.__truediv__, Value.__rtruediv__ = binary(
    operator.truediv, lambda x, y: (1 / y, -(x / y) / y)
)
Value.__pow__ = power
Value.__neg__ = unary(operator.neg, lambda x, y: -1.0)
Value.tanh = unary(math.tanh, lambda x, y: 1.0 - y * y)
Value.exp = unary(math.exp, lambda x, y: y)
Value.relu = unary(lambda x: max(0.0, x), lambda x, y: float(y > 0))
