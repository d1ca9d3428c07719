import math


class Value:
    """
    data   the number
    grad   what backward() has found, all calls together (for leaves)

    A rule takes the gradient of the result and returns one part per input.
    Nothing is written on the nodes while backward() is under way; the parts
    are collected in a dict.
    """

    def __init__(self, data, _prev=None, _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev or []
        self._backward = _backward

    @staticmethod
    def wrap(thing):
        if isinstance(thing, Value):
            return thing
        return Value(thing)

    def __add__(self, other):
        other = Value.wrap(other)
        return Value(self.data + other.data, [self, other], lambda g: [g, g])

    def __sub__(self, other):
        other = Value.wrap(other)
        return Value(self.data - other.data, [self, other], lambda g: [g, -g])

    def __mul__(self, other):
        other = Value.wrap(other)
        a, b = self.data, other.data
        return Value(a * b, [self, other], lambda g: [g * b, g * a])

    def __truediv__(self, other):
        other = Value.wrap(other)
        a, b = self.data, other.data
        return Value(a / b, [self, other], lambda g: [g / b, -g * a / b / b])

    def __pow__(self, n):
        a = self.data
        if n == 0:
            return Value(1.0, [self], lambda g: [0.0])
        return Value(a**n, [self], lambda g: [g * n * a ** (n - 1)])

    def __neg__(self):
        return Value(-self.data, [self], lambda g: [-g])

    def __radd__(self, other):
        return Value.wrap(other).__add__(self)

    def __rsub__(self, other):
        return Value.wrap(other).__sub__(self)

    def __rmul__(self, other):
        return Value.wrap(other).__mul__(self)

    def __rtruediv__(self, other):
        return Value.wrap(other).__truediv__(self)

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, [self], lambda g: [g * (1 - y**2)])

    def exp(self):
        y = math.exp(self.data)
        return Value(y, [self], lambda g: [g * y])

    def relu(self):
        a = self.data
        return Value(max(a, 0.0), [self], lambda g: [g if a > 0 else 0.0])

    def backward(self):
        _run(self)


def _run(root, parts={}):
    order = []
    build_topo(root, set(), order)
    parts[root] = 1.0
    for node in order[::-1]:
        g = parts.get(node, 0.0)
        if node._backward is None:
            node.grad += g
            continue
        node.grad = g
        for child, part in zip(node._prev, node._backward(g)):
            parts[child] = parts.get(child, 0.0) + part


def build_topo(v, visited, topo):
    ENTER, LEAVE = 0, 1
    stack = [(ENTER, v)]
    while stack:
        what, node = stack.pop()
        if what == LEAVE:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((LEAVE, node))
            stack.extend((ENTER, child) for child in node._prev)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
