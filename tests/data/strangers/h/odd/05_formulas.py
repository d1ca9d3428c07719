"""Formulas are text. They are compiled once; operators are hung onto the class, functions
are found by __getattr__ when somebody asks for them."""

import math
import types

REGISTRY = {}


def register(name, value, *partials):
    scope = {"tanh": math.tanh, "exp": math.exp}
    head = "lambda x, y=None, r=None: "
    REGISTRY[name] = types.SimpleNamespace(
        value=eval(head + value, scope),
        partials=[eval(head + p, scope) for p in partials],
    )


register("add", "x + y", "1.0", "1.0")
register("sub", "x - y", "1.0", "-1.0")
register("mul", "x * y", "y", "x")
register("truediv", "x / y", "1.0 / y", "-r / y")
register("pow", "x ** y", "y * x ** (y - 1) if y != 0 else 0.0")
register("neg", "-x", "-1.0")
register("tanh", "tanh(x)", "1.0 - r * r")
register("exp", "exp(x)", "r")
register("relu", "x if x > 0 else 0.0", "1.0 if x > 0 else 0.0")


class Value:
    def __init__(self, data, _prev=(), _op=None, _arguments=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._arguments = _arguments

    def __getattr__(self, name):
        if name.startswith("_") or name not in ("tanh", "exp", "relu"):
            raise AttributeError(name)
        return lambda: compute(name, self)

    def _backward(self):
        if self._op is None:
            return
        for node, partial in zip(self._prev, REGISTRY[self._op].partials):
            node.grad += partial(*self._arguments, r=self.data) * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op is not None:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def compute(name, *operands):
    nodes = tuple(o if isinstance(o, Value) else Value(o) for o in operands)
    if name == "pow":
        base, exponent = operands
        nodes, numbers = (base,), (base.data, exponent)
    else:
        numbers = tuple(node.data for node in nodes)
    return Value(REGISTRY[name].value(*numbers), nodes, name, numbers)


def install(name):
    if name in ("tanh", "exp", "relu"):
        return
    setattr(Value, f"__{name}__", lambda *operands: compute(name, *operands))
    if name not in ("neg", "pow"):
        setattr(Value, f"__r{name}__", lambda self, other: compute(name, other, self))


for _name in REGISTRY:
    install(_name)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
