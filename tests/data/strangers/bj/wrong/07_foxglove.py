import math


class Operation:
    """Base of all operations. `value` goes forward, `slopes` goes back."""

    table = {}
    symbol = ""

    def __init_subclass__(cls):
        if cls.symbol:
            Operation.table[cls.symbol] = cls()

    def value(self, *x):
        raise NotImplementedError

    def slopes(self, y, *x):
        raise NotImplementedError

    def __call__(self, *nodes):
        nodes = tuple(n if isinstance(n, Value) else Value(n) for n in nodes)
        out = Value(self.value(*(n.data for n in nodes)), nodes, self.symbol)
        out._backward = self
        return out

    def send(self, out):
        slopes = self.slopes(out.data, *(n.data for n in out._prev))
        for node, slope in zip(out._prev, slopes):
            node.grad += slope * out.grad


class Linear(Operation):
    signs = (1.0, 1.0)

    def slopes(self, y, *x):
        return self.signs


class Add(Linear):
    symbol = "+"

    def value(self, a, b):
        return a + b


class Sub(Linear):
    symbol = "-"
    sign = (1.0, -1.0)

    def value(self, a, b):
        return a - b


class Neg(Linear):
    symbol = "neg"
    signs = (-1.0,)

    def value(self, a):
        return -a


class Mul(Operation):
    symbol = "*"

    def value(self, a, b):
        return a * b

    def slopes(self, y, a, b):
        return b, a


class Div(Operation):
    symbol = "/"

    def value(self, a, b):
        return a / b

    def slopes(self, y, a, b):
        return 1.0 / b, -y / b


class Pow(Operation):
    def __init__(self, n):
        self.n = n

    def value(self, a):
        return a**self.n

    def slopes(self, y, a):
        return (self.n * a ** (self.n - 1) if self.n != 0 else 0.0,)


class Tanh(Operation):
    symbol = "tanh"

    def value(self, a):
        return math.tanh(a)

    def slopes(self, y, a):
        return (1.0 - y * y,)


class Exp(Operation):
    symbol = "exp"

    def value(self, a):
        return math.exp(a)

    def slopes(self, y, a):
        return (y,)


class Relu(Operation):
    symbol = "relu"

    def value(self, a):
        return a if a > 0.0 else 0.0

    def slopes(self, y, a):
        return (1.0 if a > 0.0 else 0.0,)


do = Operation.table


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, other):
        return do["+"](self, other)

    def __radd__(self, other):
        return do["+"](other, self)

    def __sub__(self, other):
        return do["-"](self, other)

    def __rsub__(self, other):
        return do["-"](other, self)

    def __mul__(self, other):
        return do["*"](self, other)

    def __rmul__(self, other):
        return do["*"](other, self)

    def __truediv__(self, other):
        return do["/"](self, other)

    def __rtruediv__(self, other):
        return do["/"](other, self)

    def __neg__(self):
        return do["neg"](self)

    def __pow__(self, n):
        return Pow(n)(self)

    def tanh(self):
        return do["tanh"](self)

    def exp(self):
        return do["exp"](self)

    def relu(self):
        return do["relu"](self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._backward]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward.send(node)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, i + 1))
        child = node._prev[i]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
