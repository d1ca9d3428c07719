"""A Value is a dict. Its attributes are its items, and two of them are equal if they are one."""

import math
from functools import partialmethod
from types import MappingProxyType


class Value(dict):
    __slots__ = ("__weakref__",)
    __hash__ = object.__hash__
    __eq__ = object.__eq__
    __ne__ = object.__ne__

    def __init__(self, data, _prev=(), _op=""):
        dict.__init__(self, data=data, grad=0.0, _prev=set(_prev), _op=_op, _backward=None)

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __repr__(self):
        return f"Value({self['data']})"

    def _two(self, other, work, flip=False):
        other = other if isinstance(other, Value) else Value(other)
        left, right = (other, self) if flip else (self, other)
        return work(left, right, left["data"], right["data"])

    def _add(a, b, x, y):
        return node(x + y, "+", (a, 1.0), (b, 1.0))

    def _sub(a, b, x, y):
        return node(x - y, "-", (a, 1.0), (b, -1.0))

    def _mul(a, b, x, y):
        return node(x * y, "*", (a, y), (b, x))

    def _div(a, b, x, y):
        return node(x / y, "/", (a, 1.0 / y), (b, -(x / y) / y))

    __add__ = partialmethod(_two, work=_add)
    __radd__ = partialmethod(_two, work=_add, flip=True)
    __sub__ = partialmethod(_two, work=_sub)
    __rsub__ = partialmethod(_two, work=_sub, flip=True)
    __mul__ = partialmethod(_two, work=_mul)
    __rmul__ = partialmethod(_two, work=_mul, flip=True)
    __truediv__ = partialmethod(_two, work=_div)
    __rtruediv__ = partialmethod(_two, work=_div, flip=True)
    # dict has | and |=; a Value has not
    __or__ = __ror__ = __ior__ = None

    def __neg__(self):
        return node(-self["data"], "neg", (self, -1.0))

    def __pow__(self, n):
        x = self["data"]
        return node(x**n, "**", (self, n * x ** (n - 1) if n else 0.0))

    def tanh(self):
        t = math.tanh(self["data"])
        return node(t, "tanh", (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self["data"])
        return node(e, "exp", (self, e))

    def relu(self):
        on = self["data"] > 0
        return node(self["data"] if on else 0.0, "relu", (self, 1.0 if on else 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for item in order:
            if item["_prev"]:
                item["grad"] = 0.0
        self["grad"] += 1.0
        for item in reversed(order):
            if item["_prev"]:
                item["_backward"](item["grad"])


def node(y, op, *shares):
    # an input that is there twice owes the sum of its two slopes
    slopes = {}
    for below, slope in shares:
        slopes[below] = slopes.get(below, 0.0) + slope
    out = Value(y, slopes, op)

    def rule(g, slopes=MappingProxyType(slopes)):
        for below, slope in slopes.items():
            below["grad"] += slope * g

    out["_backward"] = rule
    return out


def build_topo(v, visited, topo):
    rows = [[v]]
    above = []
    while rows:
        if not rows[-1]:
            rows.pop()
            if above:
                topo.append(above.pop())
            continue
        item = rows[-1].pop()
        if item not in visited:
            visited.add(item)
            above.append(item)
            rows.append(list(item["_prev"]))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for item in order:
        item["grad"] = 0.0
