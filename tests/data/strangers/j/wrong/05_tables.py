"""One rule for all operations: a match statement over the operation's name."""
import math


class Value:
    def __init__(self, data, _prev=(), _op="leaf", _extra=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._extra = _extra

    def _backward(self):
        g, y = self.grad, self.data
        match self._op, self._prev:
            case "leaf", _:
                pass
            case "add", (a, b):
                a.grad += g
                b.grad += g
            case "sub", (a, b):
                a.grad += g
                b.grad -= g
            case "mul", (a, b):
                a.grad += g * b.data
                b.grad += g * a.data
            case "div", (a, b):
                a.grad += g / b.data
                b.grad -= g * a.data / b.data ** 2
            case "neg", (a,):
                a.grad -= g
            case "pow", (a,):
                n = self._extra
                if n != 0:
                    a.grad += g * n * a.data ** (n - 1)
            case "tanh", (a,):
                a.grad += g * (1 - y) * (1 - y)
            case "exp", (a,):
                a.grad += g * y
            case "relu", (a,):
                a.grad += g if a.data > 0 else 0.0

    def __add__(self, o): return apply("add", self, o)
    def __radd__(self, o): return apply("add", o, self)
    def __sub__(self, o): return apply("sub", self, o)
    def __rsub__(self, o): return apply("sub", o, self)
    def __mul__(self, o): return apply("mul", self, o)
    def __rmul__(self, o): return apply("mul", o, self)
    def __truediv__(self, o): return apply("div", self, o)
    def __rtruediv__(self, o): return apply("div", o, self)
    def __neg__(self): return apply("neg", self)
    def __pow__(self, n): return apply("pow", self, extra=n)
    def tanh(self): return apply("tanh", self)
    def exp(self): return apply("exp", self)
    def relu(self): return apply("relu", self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            match v._op:
                case "leaf": pass
                case _: v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def apply(op, *args, extra=None):
    args = tuple(x if isinstance(x, Value) else Value(x) for x in args)
    match op, [x.data for x in args]:
        case "add", [a, b]: y = a + b
        case "sub", [a, b]: y = a - b
        case "mul", [a, b]: y = a * b
        case "div", [a, b]: y = a / b
        case "neg", [a]: y = -a
        case "pow", [a]: y = a ** extra
        case "tanh", [a]: y = math.tanh(a)
        case "exp", [a]: y = math.exp(a)
        case "relu", [a]: y = max(0.0, a)
        case _: raise ValueError(op)
    return Value(y, args, op, extra)


def build_topo(v, visited, topo):
    stack = [("enter", v)]
    while stack:
        match stack.pop():
            case "leave", node:
                topo.append(node)
            case "enter", node if node not in visited:
                visited.add(node)
                stack.append(("leave", node))
                for p in node._prev:
                    stack.append(("enter", p))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
