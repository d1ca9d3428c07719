import math

# op -> (value from the inputs, slopes from the inputs x and the result r)
OPS = {
    "+": (lambda a, b: a + b, lambda x, r: (1.0, 1.0)),
    "-": (lambda a, b: a - b, lambda x, r: (1.0, -1.0)),
    "*": (lambda a, b: a * b, lambda x, r: (x[1], x[0])),
    "/": (lambda a, b: a / b, lambda x, r: (1.0 / x[1], -r / x[1])),
    "neg": (lambda a: -a, lambda x, r: (-1.0,)),
    "relu": (lambda a: max(a, 0.0), lambda x, r: (1.0 if x[0] > 0 else 0.0,)),
    "exp": (lambda a: math.exp(a), lambda x, r: (r,)),
    "tanh": (lambda a: math.tanh(a), lambda x, r: (1.0 - x[0] ** 2,)),
}


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "__weakref__")

    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward

    def __add__(self, other): return apply("+", self, other)
    def __radd__(self, other): return apply("+", other, self)
    def __sub__(self, other): return apply("-", self, other)
    def __rsub__(self, other): return apply("-", other, self)
    def __mul__(self, other): return apply("*", self, other)
    def __rmul__(self, other): return apply("*", other, self)
    def __truediv__(self, other): return apply("/", self, other)
    def __rtruediv__(self, other): return apply("/", other, self)
    def __neg__(self): return apply("neg", self)
    def relu(self): return apply("relu", self)
    def exp(self): return apply("exp", self)
    def tanh(self): return apply("tanh", self)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data ** n, (self,), "**", lambda: (slope,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._op:
                n.grad = 0.0
        self.grad += 1.0
        for n in topo[::-1]:
            if n._op:
                for inp, s in zip(n._prev, n._backward()):
                    inp.grad += s * n.grad


def apply(op, *inputs):
    nodes = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
    value, slopes = OPS[op]
    xs = [n.data for n in nodes]
    r = value(*xs)
    return Value(r, nodes, op, lambda: slopes(xs, r))


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        n = todo[-1]
        if n in visited:
            todo.pop()
            continue
        rest = [i for i in n._prev if i not in visited]
        if rest:
            todo += rest
        else:
            visited.add(n)
            topo.append(n)
            todo.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
