"""Operations are classes; a metaclass turns each of them into a method of Value."""

import math


class Value:
    _prev = ()
    _backward = None

    def __init__(self, data):
        self.data, self.grad = data, 0.0

    def __neg__(self):
        return self * -1

    def backward(self):
        queue = levels(self)
        for node in queue:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in queue:
            if node._backward:
                node._backward()


class Operation(type):
    def __init__(cls, name, bases, space):
        super().__init__(name, bases, space)
        for method in space.get("methods", ()):
            setattr(Value, method, cls._method(method.startswith("__r")))

    def _method(cls, swapped):
        def method(self, *others):
            operands = (*others, self) if swapped else (self, *others)
            return cls.apply(*operands)

        return method


class Op(metaclass=Operation):
    @classmethod
    def apply(cls, *operands):
        operands = [x if isinstance(x, Value) else Value(x) for x in operands]
        out = Value(cls.f(*(x.data for x in operands)))
        out._prev = operands
        out._rank = 1 + max(getattr(x, "_rank", 0) for x in operands)
        out._backward = cls(out)
        return out

    def __init__(self, out):
        self.out = out
        self.slopes = self.df(*(x.data for x in out._prev))

    def __call__(self):
        for x, slope in zip(self.out._prev, self.slopes):
            x.grad += slope * self.out.grad


class Add(Op):
    methods = "__add__", "__radd__"
    f = staticmethod(lambda x, y: x + y)
    df = staticmethod(lambda x, y: (1, 1))


class Sub(Op):
    methods = "__sub__", "__rsub__"
    f = staticmethod(lambda x, y: x - y)
    df = staticmethod(lambda x, y: (1, -1))


class Mul(Op):
    methods = "__mul__", "__rmul__"
    f = staticmethod(lambda x, y: x * y)
    df = staticmethod(lambda x, y: (y, x))


class Div(Op):
    methods = "__truediv__", "__rtruediv__"
    f = staticmethod(lambda x, y: x / y)
    df = staticmethod(lambda x, y: (1 / y, -x / y / y))


class Tanh(Op):
    methods = ("tanh",)
    f = staticmethod(math.tanh)
    df = staticmethod(lambda x: (1 - math.tanh(x) ** 2,))


class Exp(Op):
    methods = ("exp",)
    f = staticmethod(math.exp)
    df = staticmethod(lambda x: (math.exp(x),))


class Relu(Op):
    methods = ("relu",)
    f = staticmethod(lambda x: x if x > 0 else 0.0)
    df = staticmethod(lambda x: (1 if x > 0 else 0,))


def power_once(self, n, kinds={}):
    if n not in kinds:
        kinds[n] = Operation(
            "Power",
            (Op,),
            {
                "f": staticmethod(lambda x: x**n),
                "df": staticmethod(lambda x: (n * x ** (n - 1) if n else 0,)),
            },
        )
    return kinds[n].apply(self)


Value.__pow__ = power_once


def levels(root):
    """All nodes, highest rank first: a consumer always ranks higher than its inputs."""
    found, todo = {id(root): root}, [root]
    for node in todo:
        for x in node._prev:
            if id(x) not in found:
                found[id(x)] = x
                todo.append(x)
    return sorted(todo, key=lambda node: -getattr(node, "_rank", 0))


def build_topo(v, visited, topo):
    topo.extend(levels(v)[::-1])


def zero_grad(root):
    for node in levels(root):
        node.grad = 0.0
