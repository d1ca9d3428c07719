import enum
import math


class Op(enum.Enum):
    LEAF = 0
    ADD = enum.auto()
    SUB = enum.auto()
    MUL = enum.auto()
    DIV = enum.auto()
    POW = enum.auto()
    NEG = enum.auto()
    TANH = enum.auto()
    EXP = enum.auto()
    RELU = enum.auto()


class Value:
    def __init__(self, data, op=Op.LEAF, a=None, b=None):
        self.data = data
        self.grad = 0.0
        self.op = op
        self.a = a
        self.b = b              # a Value, or for POW the exponent
        if op is Op.LEAF:
            self._prev = []
        elif op in (Op.ADD, Op.SUB, Op.MUL, Op.DIV):
            self._prev = [a, b]
        else:
            self._prev = [a]

    def _backward(self):
        op, a, b, g = self.op, self.a, self.b, self.grad
        if op is Op.LEAF:
            pass
        elif op is Op.ADD:
            a.grad += g
            b.grad += g
        elif op is Op.SUB:
            a.grad += g
            b.grad += g
        elif op is Op.MUL:
            a.grad += g * b.data
            b.grad += g * a.data
        elif op is Op.DIV:
            a.grad += g / b.data
            b.grad -= g * a.data / b.data**2
        elif op is Op.POW:
            if b != 0:
                a.grad += g * b * a.data ** (b - 1)
        elif op is Op.NEG:
            a.grad -= g
        elif op is Op.TANH:
            a.grad += g * (1 - self.data**2)
        elif op is Op.EXP:
            a.grad += g * self.data
        elif op is Op.RELU:
            if a.data > 0:
                a.grad += g
        else:
            raise ValueError(op)

    def __add__(self, other):
        other = make(other)
        return Value(self.data + other.data, Op.ADD, self, other)

    def __sub__(self, other):
        other = make(other)
        return Value(self.data - other.data, Op.SUB, self, other)

    def __mul__(self, other):
        other = make(other)
        return Value(self.data * other.data, Op.MUL, self, other)

    def __truediv__(self, other):
        other = make(other)
        return Value(self.data / other.data, Op.DIV, self, other)

    def __radd__(self, other):
        return make(other) + self

    def __rsub__(self, other):
        return make(other) - self

    def __rmul__(self, other):
        return make(other) * self

    def __rtruediv__(self, other):
        return make(other) / self

    def __pow__(self, n):
        return Value(self.data**n, Op.POW, self, n)

    def __neg__(self):
        return Value(-self.data, Op.NEG, self)

    def tanh(self):
        return Value(math.tanh(self.data), Op.TANH, self)

    def exp(self):
        return Value(math.exp(self.data), Op.EXP, self)

    def relu(self):
        return Value(max(0.0, self.data), Op.RELU, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.op is not Op.LEAF:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def make(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    WHITE, GREY, BLACK = range(3)
    colour = {}
    stack = [v]
    while stack:
        node = stack[-1]
        c = colour.get(node, WHITE)
        if c == WHITE:
            colour[node] = GREY
            stack.extend(p for p in node._prev if colour.get(p, WHITE) == WHITE)
        else:
            stack.pop()
            if c == GREY:
                colour[node] = BLACK
                topo.append(node)
    visited.update(topo)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
