import math


class Function:
    """An operation: its value, and its slope for each input."""

    def __init__(self, value, *slopes):
        self.value = value
        self.slopes = slopes

    def __call__(self, *inputs):
        inputs = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
        out = Value(self.value(*(x.data for x in inputs)))
        out._prev = inputs
        out._function = self
        return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._function = None

    def _backward(self):
        numbers = [x.data for x in self._prev]
        shares = [self.grad * slope(*numbers) for slope in self._function.slopes]
        for x, share in zip(self._prev, shares):
            x.grad += share

    def __add__(self, other):
        return ADD(self, other)

    def __radd__(self, other):
        return ADD(other, self)

    def __sub__(self, other):
        return SUB(self, other)

    def __rsub__(self, other):
        return SUB(other, self)

    def __mul__(self, other):
        return MUL(self, other)

    def __rmul__(self, other):
        return MUL(other, self)

    def __truediv__(self, other):
        return DIV(self, other)

    def __rtruediv__(self, other):
        return DIV(other, self)

    def __neg__(self):
        return NEG(self)

    def __pow__(self, n):
        return Function(lambda x: x**n, lambda x: n * x ** (n - 1) if n else 0.0)(self)

    def tanh(self):
        return TANH(self)

    def exp(self):
        return EXP(self)

    def relu(self):
        return RELU(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._function:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._function and abs(node.grad) > 1e-12:
                node._backward()


ADD = Function(lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0)
SUB = Function(lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0)
MUL = Function(lambda x, y: x * y, lambda x, y: y, lambda x, y: x)
DIV = Function(lambda x, y: x / y, lambda x, y: 1.0 / y, lambda x, y: -x / y / y)
NEG = Function(lambda x: -x, lambda x: -1.0)
TANH = Function(math.tanh, lambda x: 1.0 - math.tanh(x) ** 2)
EXP = Function(math.exp, math.exp)
RELU = Function(lambda x: max(x, 0.0), lambda x: float(x > 0))


def build_topo(v, visited, topo):
    path = [(v, list(v._prev))]
    visited.add(v)
    while path:
        node, left = path[-1]
        if not left:
            topo.append(node)
            path.pop()
            continue
        child = left.pop()
        if child not in visited:
            visited.add(child)
            path.append((child, list(child._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
