"""One class per operation. A class that names the methods it stands for puts them on Value
by itself, when it is defined."""

import math


class Value:
    __slots__ = ("data", "grad", "__weakref__")
    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def __repr__(self):
        return f"{type(self).__name__}({self.data}, grad={self.grad})"

    def _backward(self):
        """A leaf keeps what it has."""

    def restart(self):
        """A leaf does not restart."""

    def backward(self):
        line = _in_line(self)
        for node in line:
            node.restart()
        self.grad += 1.0
        for node in reversed(line):
            node._backward()


class Operation(Value):
    __slots__ = ()

    def __init_subclass__(cls, method=None, reflected=None):
        if method:
            setattr(Value, method, lambda *inputs: cls(*inputs))
        if reflected:
            setattr(Value, reflected, lambda right, left: cls(left, right))

    def restart(self):
        self.grad = 0.0


class Unary(Operation):
    __slots__ = ("a", "slope")

    def __init__(self, a, *extra):
        self.grad = 0.0
        self.a = a
        self.data, self.slope = self.work(a.data, *extra)

    @property
    def _prev(self):
        return (self.a,)

    def _backward(self):
        self.a.grad += self.slope * self.grad


class Binary(Operation):
    __slots__ = ("a", "b", "slopes")

    def __init__(self, a, b):
        self.grad = 0.0
        self.a = a if isinstance(a, Value) else Value(float(a))
        self.b = b if isinstance(b, Value) else Value(float(b))
        self.data, *self.slopes = self.work(self.a.data, self.b.data)

    @property
    def _prev(self):
        return (self.a, self.b)

    def _backward(self):
        to_a, to_b = self.slopes
        self.a.grad += to_a * self.grad
        self.b.grad += to_b * self.grad


class Add(Binary, method="__add__", reflected="__radd__"):
    __slots__ = ()

    def work(self, a, b):
        return a + b, 1.0, 1.0


class Sub(Binary, method="__sub__", reflected="__rsub__"):
    __slots__ = ()

    def work(self, a, b):
        return a - b, 1.0, -1.0


class Mul(Binary, method="__mul__", reflected="__rmul__"):
    __slots__ = ()

    def work(self, a, b):
        return a * b, b, a


class Div(Binary, method="__truediv__", reflected="__rtruediv__"):
    __slots__ = ()

    def work(self, a, b):
        return a / b, 1.0 / b, -a / b**2


class Neg(Unary, method="__neg__"):
    __slots__ = ()

    def work(self, a):
        return -a, -1.0


class Pow(Unary, method="__pow__"):
    __slots__ = ()

    def work(self, a, n):
        return a**n, (n * a ** (n - 1) if n else 0.0)


class Tanh(Unary, method="tanh"):
    __slots__ = ()

    def work(self, a):
        t = math.tanh(a)
        return t, 1.0 - t * t


class Exp(Unary, method="exp"):
    __slots__ = ()

    def work(self, a):
        e = math.exp(a)
        return e, e


class Relu(Unary, method="relu"):
    __slots__ = ()

    def work(self, a):
        return (a, 1.0) if a > 0 else (0.0, 0.0)


def _in_line(root):
    """Inputs first. A node on `up` is finished as soon as `down` is no longer than it was
    when the node was met."""
    line, down, up, seen = [], [root], [], set()
    while down or up:
        if up and up[-1][1] == len(down):
            line.append(up.pop()[0])
            continue
        node = down.pop()
        if node not in seen:
            seen.add(node)
            up.append((node, len(down)))
            down.extend(node._prev)
    return line


def build_topo(v, visited, topo):
    topo += _in_line(v)


def zero_grad(root):
    for node in _in_line(root):
        node.grad = 0.0
