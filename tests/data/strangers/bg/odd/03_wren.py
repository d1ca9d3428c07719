"""The calculus is written as text, and the operators are made of the text.

Each line: method, formula, slope by x, slope by y. In a slope, z is the result.
"""

import math
from math import exp, inf, tanh

CALCULUS = """
    add      ;  x + y              ;  1.0                          ;  1.0
    sub      ;  x - y              ;  1.0                          ;  -1.0
    mul      ;  x * y              ;  y                            ;  x
    truediv  ;  x / y              ;  1.0 / y                      ;  -z / y
    neg      ;  -x                 ;  -1.0
    tanh     ;  tanh(x)            ;  1.0 - z * z
    exp      ;  exp(x)             ;  z
    relu     ;  x if x > 0 else 0.0;  1.0 if x > 0 else 0.0
    pow      ;  to_the(x, n)       ;  n * to_the(x, n - 1) if n else 0.0
"""


def to_the(x, n):
    if x == 0 and -1 < n < 0:
        return inf
    try:
        return pow(float(x), n)
    except OverflowError:
        return (-inf, inf)[x > 0 or n % 2 == 0]


class Value:
    def __init__(self, data, _prev=(), _op="", **more):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._n = more.get("n")

    def _backward(self):
        if not self._op:
            return
        g = self.grad
        x = self._prev[0].data
        y = self._prev[-1].data
        # All shares before the first is added: x and y may be one node.
        shares = [g * slope(x, y, self.data, self._n) for slope in SLOPES[self._op]]
        for source, share in zip(self._prev, shares):
            source.grad += share

    def backward(self):
        order = []
        build_topo(self, set(), order)
        inner = [node for node in order if node._op]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in inner[::-1]:
            node._backward()


SLOPES = {}


def _function(text):
    names = {"tanh": tanh, "exp": exp, "inf": inf, "to_the": to_the}
    return eval(compile("lambda x, y, z, n: " + text.strip(), "<calculus>", "eval"), names)


def _teach(name, formula, *slopes):
    compute = _function(formula)
    SLOPES[name] = [_function(slope) for slope in slopes]
    if len(slopes) == 2:

        def forwards(self, other):
            if not isinstance(other, Value):
                other = Value(float(other))
            return Value(compute(self.data, other.data, None, None), (self, other), name)

        def backwards(self, other):
            return forwards(Value(float(other)), self)

        setattr(Value, f"__{name}__", forwards)
        setattr(Value, f"__r{name}__", backwards)
    elif name == "pow":

        def power(self, n):
            return Value(compute(self.data, None, None, n), (self,), name, n=n)

        Value.__pow__ = power
    else:

        def single(self):
            return Value(compute(self.data, None, None, None), (self,), name)

        setattr(Value, "__neg__" if name == "neg" else name, single)


for _line in CALCULUS.strip().splitlines():
    _teach(*map(str.strip, _line.split(";")))


def build_topo(v, visited, topo):
    stack, depth = [[v]], 1
    path = []
    while depth:
        if stack[-1]:
            node = stack[-1].pop()
            if node not in visited:
                visited.add(node)
                path.append(node)
                stack.append(list(node._prev))
                depth += 1
        else:
            stack.pop()
            depth -= 1
            if path:
                topo.append(path.pop())


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
