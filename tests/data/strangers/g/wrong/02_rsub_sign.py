import itertools
import math

serial = itertools.count()


class Op:
    def __init__(self, *numbers):
        self.numbers = numbers


class Add(Op):
    forward = staticmethod(lambda a, b: a + b)

    def slopes(self):
        return 1.0, 1.0


class Sub(Op):
    forward = staticmethod(lambda a, b: a - b)

    def slopes(self):
        return 1.0, -1.0


class Mul(Op):
    forward = staticmethod(lambda a, b: a * b)

    def slopes(self):
        a, b = self.numbers
        return b, a


class Div(Op):
    forward = staticmethod(lambda a, b: a / b)

    def slopes(self):
        a, b = self.numbers
        return 1 / b, -a / b**2


class OneInput(Op):
    def __init__(self, x, c=None):
        self.x, self.c = x, c


class SubFrom(OneInput):
    forward = staticmethod(lambda x, c: c - x)

    def slopes(self):
        return (1.0,)


class Pow(OneInput):
    forward = staticmethod(lambda x, c: x**c)

    def slopes(self):
        return (self.c * self.x ** (self.c - 1) if self.c else 0.0,)


class Tanh(OneInput):
    forward = staticmethod(math.tanh)

    def slopes(self):
        return (1 - math.tanh(self.x) ** 2,)


class Exp(OneInput):
    forward = staticmethod(math.exp)

    def slopes(self):
        return (math.exp(self.x),)


class Relu(OneInput):
    forward = staticmethod(lambda x: x if x > 0 else 0.0)

    def slopes(self):
        return (1.0 if self.x > 0 else 0.0,)


class Value:
    def __init__(self, data, _prev=(), _op=None):
        self.data, self.grad = float(data), 0.0
        self._prev, self._op, self._id = _prev, _op, next(serial)

    def _make(self, kind, inputs, *extra):
        inputs = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
        args = [i.data for i in inputs] + list(extra)
        return Value(kind.forward(*args), inputs, kind(*args))

    def _backward(self):
        if self._op:
            for p, slope in zip(self._prev, self._op.slopes()):
                p.grad += slope * self.grad

    __add__ = __radd__ = lambda self, o: self._make(Add, (self, o))
    __mul__ = __rmul__ = lambda self, o: self._make(Mul, (self, o))
    __sub__ = lambda self, o: self._make(Sub, (self, o))
    __rsub__ = lambda self, o: self._make(SubFrom, (self,), o)
    __truediv__ = lambda self, o: self._make(Div, (self, o))
    __rtruediv__ = lambda self, o: self._make(Div, (o, self))
    __neg__ = lambda self: self._make(Mul, (self, -1.0))
    __pow__ = lambda self, n: self._make(Pow, (self,), n)
    tanh = lambda self: self._make(Tanh, (self,))
    exp = lambda self: self._make(Exp, (self,))
    relu = lambda self: self._make(Relu, (self,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            v.grad = 0.0 if v._prev else v.grad
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo.pop()
        if node not in visited:
            visited.add(node)
            todo += node._prev
    topo.extend(sorted(visited, key=lambda n: n._id))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
