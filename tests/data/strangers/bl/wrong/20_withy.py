import math
from enum import Enum, auto


class Op(Enum):
    LEAF = auto()
    ADD = auto()
    SUB = auto()
    MUL = auto()
    DIV = auto()
    NEG = auto()
    POW = auto()
    TANH = auto()
    EXP = auto()
    RELU = auto()


def compute(op, x, y):
    match op:
        case Op.ADD:
            return x + y
        case Op.SUB:
            return x - y
        case Op.MUL:
            return x * y
        case Op.DIV:
            return x / y
        case Op.NEG:
            return -x
        case Op.POW:
            return x**y
        case Op.TANH:
            return math.tanh(x)
        case Op.EXP:
            return math.exp(x)
        case Op.RELU:
            return x if x > 0 else 0.0


class Value:
    def __init__(self, data, op=Op.LEAF, _prev=(), numbers=()):
        self.data = data
        self.grad = 0.0
        self.op = op
        self._prev = _prev
        self.numbers = numbers

    def _slopes(self):
        x, y = self.numbers
        match self.op:
            case Op.ADD:
                return 1.0, 1.0
            case Op.SUB:
                return 1.0, -1.0
            case Op.MUL:
                return y, x
            case Op.DIV:
                return 1.0 / y, -self.data / y
            case Op.NEG:
                return (-1.0,)
            case Op.POW:
                return (y * x ** (y - 1) if y != 0 else 0.0,)
            case Op.TANH:
                return (1.0 - self.data**2,)
            case Op.EXP:
                return (self.data,)
            case Op.RELU:
                return (1.0 if x > 0 else 0.0,)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes()):
            node.grad += slope * self.grad

    def backward(self):
        if self.op is Op.LEAF:
            self.grad += 1.0
            return
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node.op is not Op.LEAF]
        for node in inner:
            node.grad = 0.0
        self.grad = 1.0
        for node in reversed(inner):
            node._backward()

    def __add__(self, other):
        return two(Op.ADD, self, other)

    def __radd__(self, other):
        return two(Op.ADD, other, self)

    def __sub__(self, other):
        return two(Op.SUB, self, other)

    def __rsub__(self, other):
        return two(Op.SUB, other, self)

    def __mul__(self, other):
        return two(Op.MUL, self, other)

    def __rmul__(self, other):
        return two(Op.MUL, other, self)

    def __truediv__(self, other):
        return two(Op.DIV, self, other)

    def __rtruediv__(self, other):
        return two(Op.DIV, other, self)

    def __neg__(self):
        return one(Op.NEG, self)

    def __pow__(self, n):
        return one(Op.POW, self, n)

    def tanh(self):
        return one(Op.TANH, self)

    def exp(self):
        return one(Op.EXP, self)

    def relu(self):
        return one(Op.RELU, self)


def two(op, a, b):
    a, b = (x if isinstance(x, Value) else Value(float(x)) for x in (a, b))
    return Value(compute(op, a.data, b.data), op, (a, b), (a.data, b.data))


def one(op, a, n=None):
    return Value(compute(op, a.data, n), op, (a,), (a.data, n))


def build_topo(v, visited, topo):
    """Leaves can go into the list as soon as they are met."""
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        if node._prev:
            stack.append((node, True))
        for inp in node._prev:
            if inp._prev:
                stack.append((inp, False))
            elif inp not in visited:
                visited.add(inp)
                topo.append(inp)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
