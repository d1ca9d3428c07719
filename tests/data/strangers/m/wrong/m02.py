"""One class for each operation, with a forward and a partials method."""
import math


class Operation:
    def __init__(self, *inputs):
        self.x = [i.data for i in inputs]
        self.y = self.forward(*self.x)


class Add(Operation):
    def forward(self, a, b):
        return a + b

    def partials(self, a, b):
        return 1.0, 1.0


class Sub(Operation):
    def forward(self, a, b):
        return a - b

    def partials(self, a, b):
        return 1.0, -1.0


class Mul(Operation):
    def forward(self, a, b):
        return a * b

    def partials(self, a, b):
        return b, a


class Div(Operation):
    def forward(self, a, b):
        return a / b

    def partials(self, a, b):
        return 1.0 / b, -a / b


class Neg(Operation):
    def forward(self, a):
        return -a

    def partials(self, a):
        return (-1.0,)


class Pow(Operation):
    def __init__(self, a, n):
        self.n = n
        super().__init__(a)

    def forward(self, a):
        return a**self.n

    def partials(self, a):
        return (self.n * a ** (self.n - 1) if self.n != 0 else 0.0,)


class Tanh(Operation):
    def forward(self, a):
        return math.tanh(a)

    def partials(self, a):
        return (1.0 - self.y**2,)


class Exp(Operation):
    def forward(self, a):
        return math.exp(a)

    def partials(self, a):
        return (self.y,)


class Relu(Operation):
    def forward(self, a):
        return a if a > 0.0 else 0.0

    def partials(self, a):
        return (1.0 if a > 0.0 else 0.0,)


class Value:
    def __init__(self, data, _prev=(), _op=None):
        self.data, self.grad = float(data), 0.0
        self._prev, self._op = tuple(_prev), _op

    @classmethod
    def of(cls, kind, *args):
        inputs = [a if isinstance(a, cls) else cls(a) for a in args]
        op = kind(*inputs)
        return cls(op.y, inputs, op)

    def _backward(self):
        if self._op is not None:
            for p, slope in zip(self._prev, self._op.partials(*self._op.x)):
                p.grad += slope * self.grad

    def __add__(self, o): return Value.of(Add, self, o)
    def __radd__(self, o): return Value.of(Add, o, self)
    def __sub__(self, o): return Value.of(Sub, self, o)
    def __rsub__(self, o): return Value.of(Sub, o, self)
    def __mul__(self, o): return Value.of(Mul, self, o)
    def __rmul__(self, o): return Value.of(Mul, o, self)
    def __truediv__(self, o): return Value.of(Div, self, o)
    def __rtruediv__(self, o): return Value.of(Div, o, self)
    def __neg__(self): return Value.of(Neg, self)
    def tanh(self): return Value.of(Tanh, self)
    def exp(self): return Value.of(Exp, self)
    def relu(self): return Value.of(Relu, self)

    def __pow__(self, n):
        op = Pow(self, n)
        return Value(op.y, (self,), op)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._op is not None:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    path = [(v, iter(v._prev))]
    visited.add(v)
    while path:
        node, rest = path[-1]
        for p in rest:
            if p not in visited:
                visited.add(p)
                path.append((p, iter(p._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
