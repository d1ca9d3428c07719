"""The whole engine: Value for leaves, Op for results, and a class for every kind of result."""
from math import exp, tanh


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()

    def _backward(self):
        pass

    def __add__(self, other):
        return Add(self, other)

    def __radd__(self, other):
        return Add(other, self)

    def __sub__(self, other):
        return Sub(self, other)

    def __rsub__(self, other):
        return Sub(other, self)

    def __mul__(self, other):
        return Mul(self, other)

    def __rmul__(self, other):
        return Mul(other, self)

    def __truediv__(self, other):
        return Div(self, other)

    def __rtruediv__(self, other):
        return Div(other, self)

    def __pow__(self, n):
        return Pow(self, n)

    def __neg__(self):
        return Neg(self)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        order = build_topo(self, set(), [])
        for node in order:
            if type(node) in Op.__subclasses__():
                node.grad = 0.0
        if isinstance(self, Op):
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in order[::-1]:
            node._backward()


class Op(Value):
    """A result. Subclasses say what comes out, and what the inputs get for a gradient g."""

    def __init__(self, *operands):
        inputs = [x if isinstance(x, Value) else Value(x) for x in operands]
        super().__init__(self.compute(*[p.data for p in inputs]))
        self._prev = inputs

    def _backward(self):
        numbers = [p.data for p in self._prev]
        for p, g in zip(self._prev, self.share(self.grad, *numbers)):
            p.grad += g


class Add(Op):
    def compute(self, a, b):
        return a + b

    def share(self, g, a, b):
        return g, g


class Sub(Op):
    def compute(self, a, b):
        return a - b

    def share(self, g, a, b):
        return g, -g


class Mul(Op):
    def compute(self, a, b):
        return a * b

    def share(self, g, a, b):
        return g * b, g * a


class Neg(Mul):
    """-a is a times -1."""

    def __init__(self, a):
        super().__init__(a, -1.0)


class Div(Op):
    def compute(self, a, b):
        return a / b

    def share(self, g, a, b):
        return g / b, -g * a / (b * b)


class Pow(Op):
    def __init__(self, a, n):
        self.n = n
        super().__init__(a)

    def compute(self, a):
        return a ** self.n

    def share(self, g, a):
        return [g * self.n * a ** (self.n - 1) if self.n != 0 else 0.0]


class Tanh(Op):
    def compute(self, a):
        return tanh(a)

    def share(self, g, a):
        return [g * (1.0 - self.data ** 2)]


class Exp(Op):
    def compute(self, a):
        return exp(a)

    def share(self, g, a):
        return [g * self.data]


class Relu(Op):
    def compute(self, a):
        return a if a > 0 else 0.0

    def share(self, g, a):
        return [g if a > 0 else 0.0]


def build_topo(v, visited, topo):
    work = [(v, False)]
    while work:
        node, inputs_done = work.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            work.append((node, True))
            work.extend((p, False) for p in node._prev)
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
