import cmath
import math

_SYMBOLS = {}


def symbol(sign):
    def note(function):
        _SYMBOLS[sign] = function
        return function

    return note


class Value:
    """A node is a sign and its inputs; what a sign means stands in a table."""

    def __init__(self, data, _prev=(), _sign="", _extra=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._sign = _sign
        self._extra = _extra

    def _backward(self):
        match self._sign, self._prev:
            case "", _:
                return
            case "+", (x, y):
                shares = (1.0, 1.0)
            case "*", (x, y):
                shares = (y.data, x.data)
            case "/", (x, y):
                shares = (1.0 / y.data, -self.data / y.data)
            case "**", (x,):
                n = self._extra
                shares = (n * x.data ** (n - 1),) if n else (0.0,)
            case "tanh", (x,):
                shares = (1.0 - self.data * self.data,)
            case "exp", (x,):
                shares = (self.data,)
            case "relu", (x,):
                shares = (1.0 if self.data > 0.0 else 0.0,)
        for node, share in zip(self._prev, shares):
            node.grad += share * self.grad

    def _binary(sign):
        def operator(self, other):
            other = other if isinstance(other, Value) else Value(other)
            return Value(_SYMBOLS[sign](self.data, other.data), (self, other), sign)

        return operator

    def _reflected(sign):
        def operator(self, other):
            return Value(_SYMBOLS[sign](other, self.data), (Value(other), self), sign)

        return operator

    __add__, __radd__ = _binary("+"), _reflected("+")
    __mul__, __rmul__ = _binary("*"), _reflected("*")
    __truediv__, __rtruediv__ = _binary("/"), _reflected("/")
    del _binary, _reflected

    def __neg__(self):
        return -1.0 * self

    def __sub__(self, other):
        return self + other * -1.0

    def __rsub__(self, other):
        return other + self * -1.0

    def __pow__(self, n):
        return Value(self.data**n, (self,), "**", n)

    def tanh(self):
        return Value(_SYMBOLS["tanh"](self.data), (self,), "tanh")

    def exp(self):
        return Value(_SYMBOLS["exp"](self.data), (self,), "exp")

    def relu(self):
        return Value(_SYMBOLS["relu"](self.data), (self,), "relu")

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._sign != "":
                node.grad = 0.0
        self.grad += 1.0
        for k in range(len(order) - 1, -1, -1):
            order[k]._backward()


symbol("+")(lambda x, y: x + y)
symbol("*")(lambda x, y: x * y)
symbol("/")(lambda x, y: x / y)
symbol("tanh")(math.tanh)
symbol("exp")(lambda x: cmath.exp(x).real)
symbol("relu")(lambda x: (0.0, x)[x > 0])


def build_topo(v, visited, topo):
    """Cut leaves: whoever has all inputs in the list comes next."""
    above = {}
    reach = [v]
    visited.add(v)
    left = {}
    for node in reach:
        left[node] = len(node._prev)
        for below in node._prev:
            above.setdefault(below, []).append(node)
            if below not in visited:
                visited.add(below)
                reach.append(below)
    free = [node for node in reach if not left[node]]
    while free:
        node = free.pop()
        topo.append(node)
        for consumer in above.pop(node, []):
            left[consumer] -= 1
            if left[consumer] == 0:
                free.append(consumer)


def zero_grad(root):
    everybody = []
    build_topo(root, set(), everybody)
    for node in everybody:
        node.grad = 0.0
