"""Operations register themselves; Value.__getattr__ is not needed: dunder methods ask the registry."""
import math

OPS = {}


class Operation:
    def __init_subclass__(cls, name):
        OPS[name] = cls

    def __init__(self, *inputs):
        self.inputs = inputs
        self.output = None

    def x(self, i=0):
        return self.inputs[i].data

    def give(self, i, amount):
        self.inputs[i].grad += amount


class Plus(Operation, name="+"):
    def value(self):
        return self.x(0) + self.x(1)

    def rule(self, g):
        self.give(0, g)
        self.give(1, g)


class Minus(Operation, name="-"):
    def value(self):
        return self.x(0) - self.x(1)

    def rule(self, g):
        self.give(0, g)
        self.give(1, -g)


class Times(Operation, name="*"):
    def value(self):
        return self.x(0) * self.x(1)

    def rule(self, g):
        self.give(0, g * self.x(1))
        self.give(1, g * self.x(0))


class Over(Operation, name="/"):
    def value(self):
        return self.x(0) / self.x(1)

    def rule(self, g):
        self.give(0, g / self.x(1))
        self.give(1, -g * self.x(0) / self.x(1) ** 2)


class Negative(Operation, name="neg"):
    def value(self):
        return -self.x()

    def rule(self, g):
        self.give(0, -g)


class Tanh(Operation, name="tanh"):
    def value(self):
        return math.tanh(self.x())

    def rule(self, g):
        self.give(0, g * (1 - math.tanh(self.x()) ** 2))


class Exp(Operation, name="exp"):
    def value(self):
        return math.exp(self.x())

    def rule(self, g):
        self.give(0, g * math.exp(self.x()))


class Relu(Operation, name="relu"):
    def value(self):
        return max(0.0, self.x())

    def rule(self, g):
        if self.x() > 0 and g > 0:
            self.give(0, g)


class Power(Operation, name="**"):
    def __init__(self, a, n):
        super().__init__(a)
        self.n = n

    def value(self):
        return self.x() ** self.n

    def rule(self, g):
        if self.n != 0:
            self.give(0, g * self.n * self.x() ** (self.n - 1))


def perform(name, *args):
    operation = OPS[name](*args)
    out = Value(operation.value())
    out.operation = operation
    return out


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self.operation = None

    @property
    def _prev(self):
        return self.operation.inputs if self.operation else ()

    def _backward(self):
        if self.operation:
            self.operation.rule(self.grad)

    def __add__(self, o): return perform("+", self, lift(o))
    def __radd__(self, o): return perform("+", lift(o), self)
    def __sub__(self, o): return perform("-", self, lift(o))
    def __rsub__(self, o): return perform("-", lift(o), self)
    def __mul__(self, o): return perform("*", self, lift(o))
    def __rmul__(self, o): return perform("*", lift(o), self)
    def __truediv__(self, o): return perform("/", self, lift(o))
    def __rtruediv__(self, o): return perform("/", lift(o), self)
    def __neg__(self): return perform("neg", self)
    def __pow__(self, n): return perform("**", self, n)
    def tanh(self): return perform("tanh", self)
    def exp(self): return perform("exp", self)
    def relu(self): return perform("relu", self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v.operation:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
