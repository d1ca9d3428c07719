import math
from enum import Enum, auto


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
    __slots__ = ("data", "grad", "kind", "_prev", "saved", "_backward")

    def __init__(self, data, kind=Kind.LEAF, prev=(), saved=()):
        self.data = float(data)
        self.grad = 0.0
        self.kind = kind
        self._prev = prev
        self.saved = saved
        self._backward = self._spread

    def _spread(self):
        g = self.grad
        match self.kind, self._prev, self.saved:
            case Kind.LEAF, _, _:
                pass
            case Kind.ADD, (a, b), _:
                a.grad += g
                b.grad += g
            case Kind.SUB, (a, b), _:
                a.grad += g
                b.grad -= g
            case Kind.MUL, (a, b), (x, y):
                a.grad += g * y
                b.grad += g * x
            case Kind.DIV, (a, b), (x, y):
                a.grad += g / y
                b.grad -= g * x / (y * y)
            case Kind.NEG, (a,), _:
                a.grad -= g
            case Kind.POW, (a,), (x, n) if n != 0:
                a.grad += g * n * x ** (n - 1)
            case Kind.TANH, (a,), _:
                a.grad += g * (1.0 - self.data * self.data)
            case Kind.EXP, (a,), _:
                a.grad += g * self.data
            case Kind.RELU, (a,), (x,) if x > 0:
                a.grad += g

    @classmethod
    def two(cls, kind, a, b):
        a = a if isinstance(a, cls) else cls(a)
        b = b if isinstance(b, cls) else cls(b)
        x, y = a.data, b.data
        match kind:
            case Kind.ADD:
                data = x + y
            case Kind.SUB:
                data = x - y
            case Kind.MUL:
                data = x * y
            case Kind.DIV:
                data = x / y
        return cls(data, kind, (a, b), (x, y))

    def __add__(self, other):
        return self.two(Kind.ADD, self, other)

    def __radd__(self, other):
        return self.two(Kind.ADD, other, self)

    def __sub__(self, other):
        return self.two(Kind.SUB, self, other)

    def __rsub__(self, other):
        return self.two(Kind.SUB, other, self)

    def __mul__(self, other):
        return self.two(Kind.MUL, self, other)

    def __rmul__(self, other):
        return self.two(Kind.MUL, other, self)

    def __truediv__(self, other):
        return self.two(Kind.DIV, self, other)

    def __rtruediv__(self, other):
        return self.two(Kind.DIV, other, self)

    def __neg__(self):
        return Value(-self.data, Kind.NEG, (self,))

    def __pow__(self, n):
        return Value(self.data**n, Kind.POW, (self,), (self.data, n))

    def tanh(self):
        return Value(math.tanh(self.data), Kind.TANH, (self,))

    def exp(self):
        return Value(math.exp(self.data), Kind.EXP, (self,))

    def relu(self):
        return Value(max(self.data, 0.0), Kind.RELU, (self,), (self.data,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v.kind is not Kind.LEAF:
                v.grad = 0.0
        self.grad = 1.0
        for v in reversed(topo):
            v._backward()


class Stage(Enum):
    OPEN = auto()
    CLOSE = auto()


def build_topo(v, visited, topo):
    plan = [(Stage.OPEN, v)]
    while plan:
        match plan.pop():
            case Stage.CLOSE, node:
                topo.append(node)
            case Stage.OPEN, node if node not in visited:
                visited.add(node)
                plan.append((Stage.CLOSE, node))
                plan.extend((Stage.OPEN, p) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
