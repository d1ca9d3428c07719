"""No pass that sets inner nodes back: every call of backward() has a number, and an inner node
whose stamp is old starts from 0 when the first gradient of the call arrives."""
import math

calls = 0


class Value:
    __match_args__ = ("data", "_prev")

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._stamp = 0
        self._depth = 1 + max((p._depth for p in _prev), default=-1)

    def _receive(self, g):
        if self._prev and self._stamp != calls:
            self.grad = 0.0
            self._stamp = calls
        self.grad += g

    def _backward(self):
        g = self.grad
        match self:
            case Value(_, ()):
                return
            case Value(_, (a, b)):
                match self._op:
                    case "+":
                        a._receive(g)
                        b._receive(g)
                    case "-":
                        a._receive(g)
                        b._receive(-g)
                    case "*":
                        a._receive(g * b.data)
                        b._receive(g * a.data)
                    case "/":
                        a._receive(g / b.data)
                        b._receive(-g * a.data / b.data ** 2)
            case Value(y, (a,)):
                match self._op:
                    case "neg":
                        a._receive(-g)
                    case "tanh":
                        a._receive(g * (1 - y * y))
                    case "exp":
                        a._receive(g * y)
                    case "relu":
                        a._receive(g if a.data > 0 else 0.0)
                    case ("**", 0):
                        a._receive(0.0)
                    case ("**", n):
                        a._receive(g * n * a.data ** (n - 1))

    def __add__(self, o): return two(self, "+", o)
    def __sub__(self, o): return two(self, "-", o)
    def __mul__(self, o): return two(self, "*", o)
    def __truediv__(self, o): return two(self, "/", o)
    def __radd__(self, o): return two(o, "+", self)
    def __rsub__(self, o): return two(o, "-", self)
    def __rmul__(self, o): return two(o, "*", self)
    def __rtruediv__(self, o): return two(o, "/", self)
    def __neg__(self): return Value(-self.data, (self,), "neg")
    def __pow__(self, n): return Value(self.data ** n, (self,), ("**", n))
    def tanh(self): return Value(math.tanh(self.data), (self,), "tanh")
    def exp(self): return Value(math.exp(self.data), (self,), "exp")
    def relu(self): return Value(max(0.0, self.data), (self,), "relu")

    def backward(self):
        global calls
        calls += 1
        self._receive(1.0)
        for node in reversed(by_depth(self)):
            node._backward()


def two(a, op, b):
    a = a if isinstance(a, Value) else Value(a)
    b = b if isinstance(b, Value) else Value(b)
    x, y = a.data, b.data
    value = x + y if op == "+" else x - y if op == "-" else x * y if op == "*" else x / y
    return Value(value, (a, b), op)


def by_depth(root):
    level, seen = [root], {root}
    while level:
        level = [p for node in level for p in node._prev if p not in seen and not seen.add(p)]
    return sorted(seen, key=lambda node: node._depth)


def build_topo(v, visited, topo):
    topo.extend(by_depth(v))


def zero_grad(root):
    for node in by_depth(root):
        node.grad = 0.0
