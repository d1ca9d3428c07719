"""A table of forward functions and a table of rules."""

import math

FORWARD = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "neg": lambda a: -a,
    "tanh": math.tanh,
    "exp": math.exp,
    "relu": lambda a: a if a > 0 else 0.0,
}

RULES = {
    "add": lambda out, a, b: (1.0, 1.0),
    "sub": lambda out, a, b: (1.0, -1.0),
    "mul": lambda out, a, b: (b, a),
    "div": lambda out, a, b: (1.0 / b, -out / b),
    "neg": lambda out, a: (-1.0,),
    "tanh": lambda out, a: (1.0 - out * out,),
    "exp": lambda out, a: (out,),
    "relu": lambda out, a: (1.0 if a > 0 else 0.0,),
}


def power_rule(n):
    # d/da a**n is n * a**n / a, and the power is known already.
    return lambda out, a: (n * out / a if a != 0 else 0.0,)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = RULES.get(_op)

    def __add__(self, other):
        return apply("add", self, other)

    def __radd__(self, other):
        return apply("add", other, self)

    def __sub__(self, other):
        return apply("sub", self, other)

    def __rsub__(self, other):
        return apply("sub", other, self)

    def __mul__(self, other):
        return apply("mul", self, other)

    def __rmul__(self, other):
        return apply("mul", other, self)

    def __truediv__(self, other):
        return apply("div", self, other)

    def __rtruediv__(self, other):
        return apply("div", other, self)

    def __neg__(self):
        return apply("neg", self)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"pow {n}")
        out._backward = power_rule(n)
        return out

    def tanh(self):
        return apply("tanh", self)

    def exp(self):
        return apply("exp", self)

    def relu(self):
        return apply("relu", self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._prev:
                slopes = node._backward(node.data, *[p.data for p in node._prev])
                for p, slope in zip(node._prev, slopes):
                    p.grad += slope * node.grad


def apply(name, *args):
    args = tuple(a if isinstance(a, Value) else Value(float(a)) for a in args)
    return Value(FORWARD[name](*[a.data for a in args]), args, name)


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in opened:
            visited.add(node)
            topo.append(stack.pop())
        else:
            opened.add(node)
            stack.extend(p for p in node._prev if p not in visited)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
