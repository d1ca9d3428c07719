"""Engine with one small class for each operation."""

import math


class Add:
    @staticmethod
    def value(a, b):
        return a + b

    @staticmethod
    def slopes(out, a, b):
        return 1.0, 1.0


class Sub:
    @staticmethod
    def value(a, b):
        return a - b

    @staticmethod
    def slopes(out, a, b):
        return 1.0, -1.0


class Mul:
    @staticmethod
    def value(a, b):
        return a * b

    @staticmethod
    def slopes(out, a, b):
        return b, a


class Div:
    @staticmethod
    def value(a, b):
        return a / b

    @staticmethod
    def slopes(out, a, b):
        return 1.0 / b, -out / b


class Power:
    def __init__(self, n):
        self.n = n

    def value(self, a):
        return a**self.n

    def slopes(self, out, a):
        if self.n == 0:
            return (0.0,)
        return (self.n * a ** (self.n - 1),)


class Tanh:
    @staticmethod
    def value(a):
        if abs(a) > 700.0:
            return math.copysign(1.0, a)
        e = math.exp(2.0 * a)
        return (e - 1.0) / (e + 1.0)

    @staticmethod
    def slopes(out, a):
        return ((1.0 - out) * (1.0 + out),)


class Exp:
    @staticmethod
    def value(a):
        return math.exp(a)

    @staticmethod
    def slopes(out, a):
        return (out,)


class Relu:
    @staticmethod
    def value(a):
        return a if a > 0.0 else 0.0

    @staticmethod
    def slopes(out, a):
        return (1.0 if a > 0.0 else 0.0,)


class Value:
    def __init__(self, data, _prev=(), _op=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    @staticmethod
    def _apply(op, *args):
        inputs = tuple(a if isinstance(a, Value) else Value(float(a)) for a in args)
        return Value(op.value(*(i.data for i in inputs)), inputs, op)

    def _backward(self):
        if self._op is None:
            return
        slopes = self._op.slopes(self.data, *(i.data for i in self._prev))
        for source, slope in zip(self._prev, slopes):
            source.grad += slope * self.grad

    def __add__(self, other):
        return self._apply(Add, self, other)

    def __radd__(self, other):
        return self._apply(Add, other, self)

    def __sub__(self, other):
        return self._apply(Sub, self, other)

    def __rsub__(self, other):
        return self._apply(Sub, other, self)

    def __mul__(self, other):
        return self._apply(Mul, self, other)

    def __rmul__(self, other):
        return self._apply(Mul, other, self)

    def __truediv__(self, other):
        return self._apply(Div, self, other)

    def __rtruediv__(self, other):
        return self._apply(Div, other, self)

    def __neg__(self):
        return self._apply(Mul, self, -1.0)

    def __pow__(self, n):
        return self._apply(Power(n), self)

    def tanh(self):
        return self._apply(Tanh, self)

    def exp(self):
        return self._apply(Exp, self)

    def relu(self):
        return self._apply(Relu, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op is not None:
                node.grad = 0.0
        if self._op is None:
            self.grad += 1.0
        else:
            self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        for source in rest:
            if source not in visited:
                visited.add(source)
                path.append((source, iter(source._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    seen = {root}
    todo = [root]
    for node in todo:
        node.grad = 0.0
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                todo.append(source)
