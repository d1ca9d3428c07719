import math


class Rule:
    """Base of the rules. Subclasses enter themselves under their symbol."""

    known = {}
    symbol = None

    def __init_subclass__(cls):
        Rule.known[cls.symbol] = cls()

    def forward(self, *numbers):
        raise NotImplementedError

    def pull(self, out, g, *inputs):
        raise NotImplementedError


class Plus(Rule):
    symbol = "+"

    def forward(self, a, b):
        return a + b

    def pull(self, out, g, a, b):
        a.grad += g
        b.grad += g


class Minus(Rule):
    symbol = "-"

    def forward(self, a, b):
        return a - b

    def pull(self, out, g, a, b):
        a.grad += g
        b.grad -= g


class Times(Rule):
    symbol = "*"

    def forward(self, a, b):
        return a * b

    def pull(self, out, g, a, b):
        a.grad += g * b.data
        b.grad += g * a.data


class Over(Rule):
    symbol = "/"

    def forward(self, a, b):
        return a / b

    def pull(self, out, g, a, b):
        a.grad += g / b.data
        b.grad -= g * out.data / b.data


class Tanh(Rule):
    symbol = "tanh"

    def forward(self, a):
        return math.tanh(a)

    def pull(self, out, g, a):
        a.grad += g * (1 - out.data**2)


class Exp(Rule):
    symbol = "exp"

    def forward(self, a):
        return math.exp(a)

    def pull(self, out, g, a):
        a.grad += g * out.data


class Relu(Rule):
    symbol = "relu"

    def forward(self, a):
        return a if a > 0 else 0.0

    def pull(self, out, g, a):
        if out.data > 0:
            a.grad += g


class Negate(Rule):
    symbol = "neg"

    def forward(self, a):
        return -a

    def pull(self, out, g, a):
        a.grad -= g


def make(symbol, *operands):
    operands = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
    rule = Rule.known[symbol]
    out = Value(rule.forward(*(x.data for x in operands)), operands)
    out._backward = lambda: rule.pull(out, out.grad, *operands)
    return out


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __add__(self, other): return make("+", self, other)
    def __radd__(self, other): return make("+", other, self)
    def __sub__(self, other): return make("-", self, other)
    def __rsub__(self, other): return make("-", other, self)
    def __mul__(self, other): return make("*", self, other)
    def __rmul__(self, other): return make("*", other, self)
    def __truediv__(self, other): return make("/", self, other)
    def __rtruediv__(self, other): return make("/", other, self)
    def __neg__(self): return make("neg", self)
    def tanh(self): return make("tanh", self)
    def exp(self): return make("exp", self)
    def relu(self): return make("relu", self)

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, back = stack.pop()
        if back:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(id(node))
        stack.append((node, True))
        for p in node._prev:
            if id(p) not in visited:
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
