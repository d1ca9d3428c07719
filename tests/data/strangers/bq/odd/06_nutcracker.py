"""A metaclass makes the operators of a class from the table in it."""

import math
import operator

#          Python's name   sides    value and slopes
ARITHMETIC = {
    "add": ("both", lambda x, y: (x + y, 1.0, 1.0)),
    "sub": ("both", lambda x, y: (x - y, 1.0, -1.0)),
    "mul": ("both", lambda x, y: (x * y, y, x)),
    "truediv": ("both", lambda x, y: (x / y, 1.0 / y, -(x / y) / y)),
    "neg": ("one", lambda x: (-x, -1.0)),
    "pow": ("one", lambda x, n: (x**n, n * x ** (n - 1) if n else 0.0)),
}
CURVES = {
    "tanh": lambda x, f=math.tanh: (f(x), 1.0 - f(x) ** 2),
    "exp": lambda x, f=math.exp: (f(x), f(x)),
    "relu": lambda x: (x * (x > 0), float(x > 0)),
}


def on_one_side(cls_of, f):
    return lambda self, *extra: cls_of(self)(*f(self.data, *extra), inputs=[self])


def on_both_sides(cls_of, f, turn):
    def method(self, other):
        cls = cls_of(self)
        pair = [self, other if isinstance(other, Value) else cls(float(other))][::turn]
        return cls(*f(*map(operator.attrgetter("data"), pair)), inputs=pair)

    return method


class WithOperators(type):
    def __new__(meta, name, bases, body):
        for op, (sides, f) in body.pop("arithmetic", {}).items():
            if sides == "one":
                body[f"__{op}__"] = on_one_side(type, f)
            else:
                body[f"__{op}__"] = on_both_sides(type, f, 1)
                body[f"__r{op}__"] = on_both_sides(type, f, -1)
        for op, f in body.pop("curves", {}).items():
            body[op] = on_one_side(type, f)
        return super().__new__(meta, name, bases, body)


class Value(metaclass=WithOperators):
    arithmetic = ARITHMETIC
    curves = CURVES

    def __init__(self, data, *slopes, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(inputs)
        self._backward = self._rule(slopes) if slopes else None

    def _rule(self, slopes):
        """A rule is a function of the gradient; it does not hold the node itself."""
        targets = list(zip(self._prev, slopes))

        def rule(gradient):
            for node, slope in targets:
                node.grad += gradient * slope

        return rule

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def backward(self):
        steps = []
        for node in walk(self):
            if node._backward:
                node.grad = 0.0
                steps.append(node)
        self.grad += 1.0
        while steps:
            node = steps.pop()
            node._backward(node.grad)


def walk(root):
    """Inputs first."""
    pile, opened, closed = [root], set(), set()
    while pile:
        node = pile[-1]
        if node in closed:
            pile.pop()
        elif node in opened:
            closed.add(node)
            yield pile.pop()
        else:
            opened.add(node)
            pile += (n for n in node._prev if n not in opened)


def build_topo(v, visited, topo):
    for node in walk(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0
