import math

# The tape: what is known of node number k stands at place k of each list.
INPUTS = []
SLOPES = []


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._place = len(SLOPES)
        SLOPES.append(())
        INPUTS.append(())

    @property
    def _prev(self):
        return INPUTS[self._place]

    def _backward(self):
        for node, slope in zip(INPUTS[self._place], SLOPES[self._place]):
            node.grad += slope * self.grad

    def __add__(self, other):
        return binary(self, other, lambda x, y: (x + y, 1.0, 1.0))

    def __radd__(self, other):
        return binary(other, self, lambda x, y: (x + y, 1.0, 1.0))

    def __sub__(self, other):
        return binary(self, other, lambda x, y: (x - y, 1.0, -1.0))

    def __rsub__(self, other):
        return binary(other, self, lambda x, y: (x - y, 1.0, -1.0))

    def __mul__(self, other):
        return binary(self, other, lambda x, y: (x * y, y, x))

    def __rmul__(self, other):
        return binary(other, self, lambda x, y: (x * y, y, x))

    def __truediv__(self, other):
        return binary(self, other, lambda x, y: (x / y, 1 / y, -(x / y) / y))

    def __rtruediv__(self, other):
        return binary(other, self, lambda x, y: (x / y, 1 / y, -(x / y) / y))

    def __neg__(self):
        return unary(self, lambda x: (-x, -1.0))

    def __pow__(self, n):
        return unary(self, lambda x: (x**n, n * x ** (n - 1) if n else 0.0))

    def tanh(self):
        return unary(self, lambda x: (math.tanh(x), 1.0 - math.tanh(x) ** 2))

    def exp(self):
        return unary(self, lambda x: (math.exp(x), math.exp(x)))

    def relu(self):
        return unary(self, lambda x: (x, 1.0) if x > 0 else (0.0, 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def blank(data):
    """A node whose line is on the tape already."""
    out = object.__new__(Value)
    out.data, out.grad, out._place = data, 0.0, len(SLOPES) - 1
    return out


def binary(a, b, f):
    a, b = lift(a), lift(b)
    data, *slopes = f(a.data, b.data)
    INPUTS.append((a, b))
    SLOPES.append(slopes)
    return blank(data)


def unary(a, f):
    INPUTS.append((a,))
    data, *slopes = f(a.data)
    SLOPES.append(slopes)
    return blank(data)


def build_topo(v, visited, topo):
    """Places on the tape are in order, so sorting by them will do."""
    found = [v]
    visited.add(v)
    for node in found:
        for inp in node._prev:
            if inp not in visited:
                visited.add(inp)
                found.append(inp)
    topo.extend(sorted(found, key=lambda node: node._place))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
