# my engine: all the maths is in ONE table, the class is only the wiring
import math

# name: (result, slopes). For two inputs x and y, for one input x; r is the result.
BINARY = {
    "+": (lambda x, y: x + y, lambda x, y, r: (1.0, 1.0)),
    "-": (lambda x, y: x - y, lambda x, y, r: (1.0, -1.0)),
    "*": (lambda x, y: x * y, lambda x, y, r: (y, x)),
    "/": (lambda x, y: x / y, lambda x, y, r: (1.0 / y, -r / y)),
}
UNARY = {
    "neg": (lambda x: -x, lambda x, r: -1.0),
    "tanh": (lambda x: math.tanh(x), lambda x, r: 1.0 - x * x),
    "exp": (lambda x: math.exp(x), lambda x, r: r),
    "relu": (lambda x: max(x, 0.0), lambda x, r: 1.0 if x > 0 else 0.0),
}


class Value:
    def __init__(self, data, _prev=(), _op="leaf"):
        self.data = data
        self._prev = _prev
        self._op = _op
        self.grad = 0.0

    def _backward(self):
        if not self._prev:
            return
        if self._op in BINARY:
            left, right = self._prev
            s, t = BINARY[self._op][1](left.data, right.data, self.data)
            left.grad += s * self.grad
            right.grad += t * self.grad
        elif self._op in UNARY:
            (x,) = self._prev
            x.grad += UNARY[self._op][1](x.data, self.data) * self.grad
        else:
            # what is left is a power, ("**", n)
            (x,) = self._prev
            n = self._op[1]
            if n != 0:
                x.grad += n * x.data ** (n - 1) * self.grad

    def __add__(self, other):
        return two("+", self, other)

    def __sub__(self, other):
        return two("-", self, other)

    def __mul__(self, other):
        return two("*", self, other)

    def __truediv__(self, other):
        return two("/", self, other)

    def __radd__(self, other):
        return two("+", other, self)

    def __rsub__(self, other):
        return two("-", other, self)

    def __rmul__(self, other):
        return two("*", other, self)

    def __rtruediv__(self, other):
        return two("/", other, self)

    def __pow__(self, n):
        return Value(self.data**n, (self,), ("**", n))

    def __neg__(self):
        return one("neg", self)

    def tanh(self):
        return one("tanh", self)

    def exp(self):
        return one("exp", self)

    def relu(self):
        return one("relu", self)

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for n in nodes:
            if n._prev:
                n.grad = 0.0
        self.grad = self.grad + 1.0
        while nodes:
            nodes.pop()._backward()


def two(name, a, b):
    a = a if isinstance(a, Value) else Value(a)
    b = b if isinstance(b, Value) else Value(b)
    return Value(BINARY[name][0](a.data, b.data), (a, b), name)


def one(name, a):
    return Value(UNARY[name][0](a.data), (a,), name)


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        n = todo[-1]
        if n in visited:
            todo.pop()
            continue
        missing = [p for p in n._prev if p not in visited]
        if missing:
            todo.extend(missing)
        else:
            visited.add(n)
            topo.append(n)
            todo.pop()


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for n in nodes:
        n.grad = 0.0
