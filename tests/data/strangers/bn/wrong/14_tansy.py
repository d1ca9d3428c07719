import math

_operands = []


def take(x):
    node = x if isinstance(x, Value) else Value(x)
    _operands.append(node)
    return node.data


def give(data, *slopes):
    out = Value(data)
    out._prev = tuple(_operands)
    out._slopes = slopes
    _operands.clear()
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._slopes = ()

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        return give(take(self) + take(other), 1.0, 1.0)

    def __radd__(self, other):
        return give(take(other) + take(self), 1.0, 1.0)

    def __sub__(self, other):
        return give(take(self) - take(other), 1.0, -1.0)

    def __rsub__(self, other):
        return give(take(other) - take(self), 1.0, -1.0)

    def __mul__(self, other):
        x, y = take(self), take(other)
        return give(x * y, y, x)

    def __rmul__(self, other):
        x, y = take(other), take(self)
        return give(x * y, y, x)

    def __truediv__(self, other):
        x, y = take(self), take(other)
        return give(x / y, 1.0 / y, -x / y / y)

    def __rtruediv__(self, other):
        x, y = take(other), take(self)
        return give(x / y, 1.0 / y, -x / y / y)

    def __neg__(self):
        return give(-take(self), -1.0)

    def __pow__(self, n):
        x = take(self)
        return give(x**n, n * x ** (n - 1) if n else 0.0)

    def tanh(self):
        y = math.tanh(take(self))
        return give(y, 1.0 - y * y)

    def exp(self):
        y = math.exp(take(self))
        return give(y, y)

    def relu(self):
        x = take(self)
        return give(x, 1.0) if x > 0 else give(0.0, 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    nodes, iterators = [v], [iter(v._prev)]
    while nodes:
        for child in iterators[-1]:
            if child not in visited:
                visited.add(child)
                nodes.append(child)
                iterators.append(iter(child._prev))
                break
        else:
            topo.append(nodes.pop())
            iterators.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
