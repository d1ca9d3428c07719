import enum
import math


class Op(enum.Enum):
    LEAF = enum.auto()
    SUM = enum.auto()
    DIFFERENCE = enum.auto()
    PRODUCT = enum.auto()
    QUOTIENT = enum.auto()
    OPPOSITE = enum.auto()
    POWER = enum.auto()
    TANH = enum.auto()
    EXP = enum.auto()
    RELU = enum.auto()


def local_derivatives(node):
    """d node / d input, for every input"""
    op = node.op
    if op is Op.LEAF:
        return ()
    x = node._prev[0].data
    y = node._prev[-1].data
    if op is Op.SUM:
        return 1.0, 1.0
    if op is Op.DIFFERENCE:
        return 1.0, -1.0
    if op is Op.PRODUCT:
        return y, x
    if op is Op.QUOTIENT:
        return 1.0 / y, -node.data / y
    if op is Op.OPPOSITE:
        return (-1.0,)
    if op is Op.POWER:
        return (node.parameter * x ** (node.parameter - 1) if node.parameter != 0 else 0.0,)
    if op is Op.TANH:
        return (1.0 - node.data ** 2,)
    if op is Op.EXP:
        return (node.data,)
    if op is Op.RELU:
        return (1.0,) if x > 0 else (0.0,)
    raise AssertionError(op)


class Value:
    def __init__(self, data, op=Op.LEAF, inputs=(), parameter=None):
        self.data = data
        self.grad = 0.0
        self.op = op
        self._prev = inputs
        self.parameter = parameter

    def _backward(self):
        for node, derivative in zip(self._prev, local_derivatives(self)):
            node.grad += self.grad * derivative

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node.op is not Op.LEAF]
        if self.grad != 0.0:
            for node in inner:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward()

    @classmethod
    def coerce(cls, x):
        return x if isinstance(x, cls) else cls(float(x))

    def __add__(self, other):
        other = self.coerce(other)
        return Value(self.data + other.data, Op.SUM, (self, other))

    def __radd__(self, other):
        return self.coerce(other) + self

    def __sub__(self, other):
        other = self.coerce(other)
        return Value(self.data - other.data, Op.DIFFERENCE, (self, other))

    def __rsub__(self, other):
        return self.coerce(other) - self

    def __mul__(self, other):
        other = self.coerce(other)
        return Value(self.data * other.data, Op.PRODUCT, (self, other))

    def __rmul__(self, other):
        return self.coerce(other) * self

    def __truediv__(self, other):
        other = self.coerce(other)
        return Value(self.data / other.data, Op.QUOTIENT, (self, other))

    def __rtruediv__(self, other):
        return self.coerce(other) / self

    def __neg__(self):
        return Value(-self.data, Op.OPPOSITE, (self,))

    def __pow__(self, n):
        return Value(self.data ** n, Op.POWER, (self,), n)

    def tanh(self):
        return Value(math.tanh(self.data), Op.TANH, (self,))

    def exp(self):
        return Value(math.exp(self.data), Op.EXP, (self,))

    def relu(self):
        return Value(max(self.data, 0.0), Op.RELU, (self,))


def build_topo(v, visited, topo):
    OPEN, CLOSE = 0, 1
    agenda = [(OPEN, v)]
    while agenda:
        action, node = agenda.pop()
        if action == CLOSE:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        agenda.append((CLOSE, node))
        agenda.extend((OPEN, p) for p in node._prev if p not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
