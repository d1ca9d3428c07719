import enum
import math
import typing


class Op(enum.Enum):
    LEAF = 0
    ADD = 1
    MUL = 2
    POW = 3
    TANH = 4
    EXP = 5
    RELU = 6


class Origin(typing.NamedTuple):
    op: Op
    inputs: tuple
    extra: float = 0.0


class Value:
    def __init__(self, data, origin=Origin(Op.LEAF, ())):
        self.data = data
        self.grad = 0.0
        self.origin = origin

    @property
    def _prev(self):
        return self.origin.inputs

    def _backward(self):
        if self.origin.op is not Op.LEAF:
            getattr(self, "_back_" + self.origin.op.name.lower())(*self._prev)

    def _back_add(self, a, b):
        a.grad += self.grad
        b.grad += self.grad

    def _back_mul(self, a, b):
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data

    def _back_pow(self, a):
        n = self.origin.extra
        if n != 0:
            a.grad += self.grad * n * math.pow(a.data, n - 1)

    def _back_tanh(self, a):
        a.grad += self.grad * (1 - self.data * self.data)

    def _back_exp(self, a):
        a.grad += self.grad * self.data

    def _back_relu(self, a):
        a.grad += self.grad * (a.data > 0)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, Origin(Op.ADD, (self, other)))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, Origin(Op.MUL, (self, other)))

    def __pow__(self, n):
        return Value(math.pow(self.data, n), Origin(Op.POW, (self,), n))

    def tanh(self):
        return Value(math.tanh(self.data), Origin(Op.TANH, (self,)))

    def exp(self):
        return Value(math.exp(self.data), Origin(Op.EXP, (self,)))

    def relu(self):
        return Value(max(0.0, self.data), Origin(Op.RELU, (self,)))

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    def __rsub__(self, other):
        return self * -1 + other

    def __truediv__(self, other):
        return self * (other**-1 if isinstance(other, Value) else 1 / other)

    def __rtruediv__(self, other):
        return self**-1 * other

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node.origin.op is not Op.LEAF:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    """Depth first; the stack holds a node and how many of its inputs are done."""
    visited.add(v)
    stack = [[v, 0]]
    while stack:
        frame = stack[-1]
        node, done = frame
        if done == len(node._prev):
            topo.append(node)
            stack.pop()
            continue
        frame[1] += 1
        child = node._prev[done]
        if child not in visited:
            visited.add(child)
            stack.append([child, 0])


def zero_grad(root):
    nodes = []
    nodes.extend(root._prev)
    for node in nodes:
        node.grad = 0.0
