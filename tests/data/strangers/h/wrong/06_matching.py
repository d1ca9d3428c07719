"""Structural pattern matching: a node is an opcode with arguments."""

import enum
import math


class Op(enum.Enum):
    LEAF = enum.auto()
    ADD = enum.auto()
    MUL = enum.auto()
    DIV = enum.auto()
    POW = enum.auto()
    TANH = enum.auto()
    EXP = enum.auto()
    RELU = enum.auto()


class Value:
    __match_args__ = ("_op", "_prev")

    def __init__(self, data, _op=Op.LEAF, _prev=(), _exponent=None):
        self.data = data
        self.grad = 0.0
        self._op = _op
        self._prev = _prev
        self._exponent = _exponent

    def __repr__(self):
        return f"<{self._op.name} {self.data:g}>"

    def _backward(self):
        g = self.grad
        match self:
            case Value(Op.LEAF, _):
                pass
            case Value(Op.ADD, (a, b)):
                a.grad += g
                b.grad += g
            case Value(Op.MUL, (a, b)):
                a.grad += b.data * g
                b.grad += a.data * g
            case Value(Op.DIV, (a, b)):
                a.grad += g / b.data
                b.grad -= g * self.data / b.data
            case Value(Op.POW, (a,)) if self._exponent == 0:
                a.grad += 0.0
            case Value(Op.POW, (a,)):
                n = self._exponent
                a.grad += n * a.data ** (n - 1) * g
            case Value(Op.TANH, (a,)):
                a.grad += (1 - self.data**2) * g
            case Value(Op.EXP, (a,)):
                a.grad += self.data * g
            case Value(Op.RELU, (a,)):
                a.grad += g if g > 0 else 0.0
            case _:
                raise AssertionError(f"no rule for {self!r}")

    def _binary(self, op, value, other):
        return Value(value, op, (self, other))

    def __add__(self, other):
        match other:
            case Value():
                return Value(self.data + other.data, Op.ADD, (self, other))
            case _:
                return self + Value(other)

    def __mul__(self, other):
        match other:
            case Value():
                return Value(self.data * other.data, Op.MUL, (self, other))
            case _:
                return self * Value(other)

    def __truediv__(self, other):
        match other:
            case Value():
                return Value(self.data / other.data, Op.DIV, (self, other))
            case _:
                return self / Value(other)

    def __pow__(self, n):
        return Value(self.data**n, Op.POW, (self,), n)

    def __neg__(self):
        return self * Value(-1.0)

    def __sub__(self, other):
        return self + -other

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), Op.TANH, (self,))

    def exp(self):
        return Value(math.exp(self.data), Op.EXP, (self,))

    def relu(self):
        return Value(max(0.0, self.data), Op.RELU, (self,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            match node._op:
                case Op.LEAF:
                    pass
                case _:
                    node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    work = [("enter", v)]
    while work:
        match work.pop():
            case ("enter", node) if node in visited:
                pass
            case ("enter", node):
                visited.add(node)
                work.append(("leave", node))
                work.extend(("enter", p) for p in node._prev)
            case ("leave", node):
                topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
