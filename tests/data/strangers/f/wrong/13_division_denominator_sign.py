import math
from collections import namedtuple

Op = namedtuple("Op", "name forward partials")


def p_add(out, x, y):
    return 1.0, 1.0


def p_sub(out, x, y):
    return 1.0, -1.0


def p_mul(out, x, y):
    return y, x


def p_div(out, x, y):
    return 1.0 / y, out / y


def p_neg(out, x):
    return (-1.0,)


def p_tanh(out, x):
    return (1.0 - out * out,)


def p_exp(out, x):
    return (out,)


def p_relu(out, x):
    return (1.0 if x > 0.0 else 0.0,)


OPS = {
    op.name: op
    for op in (
        Op("add", lambda x, y: x + y, p_add),
        Op("sub", lambda x, y: x - y, p_sub),
        Op("mul", lambda x, y: x * y, p_mul),
        Op("truediv", lambda x, y: x / y, p_div),
        Op("neg", lambda x: -x, p_neg),
        Op("tanh", math.tanh, p_tanh),
        Op("exp", math.exp, p_exp),
        Op("relu", lambda x: max(x, 0.0), p_relu),
    )
}


def make_pow(n):
    def partials(out, x):
        return (n * x ** (n - 1) if n else 0.0,)
    return Op("pow", lambda x: x ** n, partials)


class Value:
    def __init__(self, data, op=None, args=()):
        self.data = data
        self.grad = 0.0
        self._op = op
        self._prev = args

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(float(x))

    @classmethod
    def call(cls, op, *args):
        args = tuple(map(cls.of, args))
        return cls(op.forward(*(a.data for a in args)), op, args)

    def _backward(self):
        if self._op is None:
            return
        factors = self._op.partials(self.data, *(a.data for a in self._prev))
        for a, factor in zip(self._prev, factors):
            a.grad += factor * self.grad

    def __pow__(self, n):
        return Value.call(make_pow(n), self)

    def backward(self):
        chain = []
        build_topo(self, set(), chain)
        for v in chain:
            if v._op:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(chain):
            v._backward()


def _install():
    for name in ("add", "sub", "mul", "truediv"):
        op = OPS[name]
        setattr(Value, f"__{name}__", lambda s, o, op=op: Value.call(op, s, o))
        setattr(Value, f"__r{name}__", lambda s, o, op=op: Value.call(op, o, s))
    for name in ("tanh", "exp", "relu"):
        op = OPS[name]
        setattr(Value, name, lambda s, op=op: Value.call(op, s))
    Value.__neg__ = lambda s: Value.call(OPS["neg"], s)


_install()


def build_topo(v, visited, topo):
    frames = [(v, iter(v._prev))]
    visited.add(v)
    while frames:
        node, it = frames[-1]
        try:
            child = next(it)
        except StopIteration:
            topo.append(node)
            frames.pop()
        else:
            if child not in visited:
                visited.add(child)
                frames.append((child, iter(child._prev)))


def zero_grad(root):
    chain = []
    build_topo(root, set(), chain)
    for v in chain:
        v.grad = 0.0
