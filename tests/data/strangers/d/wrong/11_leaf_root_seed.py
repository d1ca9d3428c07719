from enum import Enum, auto
import math


class Kind(Enum):
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


class Value:
    """The kind of a node says what its rule is; one big match does them all."""

    def __init__(self, data, kind=Kind.LEAF, inputs=(), extra=None):
        self.data = float(data)
        self.grad = 0.0
        self.kind = kind
        self._prev = tuple(inputs)
        self.extra = extra

    @staticmethod
    def make(kind, *inputs, extra=None):
        inputs = [i if isinstance(i, Value) else Value(i) for i in inputs]
        match kind, [i.data for i in inputs]:
            case Kind.ADD, [x, y]:
                z = x + y
            case Kind.SUB, [x, y]:
                z = x - y
            case Kind.MUL, [x, y]:
                z = x * y
            case Kind.DIV, [x, y]:
                z = x / y
            case Kind.NEG, [x]:
                z = -x
            case Kind.POW, [x]:
                z = x**extra
            case Kind.TANH, [x]:
                z = math.tanh(x)
            case Kind.EXP, [x]:
                z = math.exp(x)
            case Kind.RELU, [x]:
                z = x if x > 0 else 0.0
        return Value(z, kind, inputs, extra)

    def _backward(self):
        g, z = self.grad, self.data
        match self.kind, self._prev:
            case Kind.ADD, (a, b):
                a.grad += g
                b.grad += g
            case Kind.SUB, (a, b):
                a.grad += g
                b.grad -= g
            case Kind.MUL, (a, b):
                a.grad += g * b.data
                b.grad += g * a.data
            case Kind.DIV, (a, b):
                a.grad += g / b.data
                b.grad -= g * z / b.data
            case Kind.NEG, (a,):
                a.grad -= g
            case Kind.POW, (a,):
                n = self.extra
                a.grad += g * n * a.data ** (n - 1) if n != 0 else 0.0
            case Kind.TANH, (a,):
                a.grad += g * (1.0 - z * z)
            case Kind.EXP, (a,):
                a.grad += g * z
            case Kind.RELU, (a,):
                a.grad += g * (a.data > 0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.kind is not Kind.LEAF:
                node.grad = 0.0
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()

    def __add__(self, o): return Value.make(Kind.ADD, self, o)
    def __radd__(self, o): return Value.make(Kind.ADD, o, self)
    def __sub__(self, o): return Value.make(Kind.SUB, self, o)
    def __rsub__(self, o): return Value.make(Kind.SUB, o, self)
    def __mul__(self, o): return Value.make(Kind.MUL, self, o)
    def __rmul__(self, o): return Value.make(Kind.MUL, o, self)
    def __truediv__(self, o): return Value.make(Kind.DIV, self, o)
    def __rtruediv__(self, o): return Value.make(Kind.DIV, o, self)
    def __neg__(self): return Value.make(Kind.NEG, self)
    def __pow__(self, n): return Value.make(Kind.POW, self, extra=n)
    def tanh(self): return Value.make(Kind.TANH, self)
    def exp(self): return Value.make(Kind.EXP, self)
    def relu(self): return Value.make(Kind.RELU, self)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, list):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append([node])
            stack.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
