"""Autograd in the manner of torch.autograd.Function: every operator is a class with
a static forward and a static backward, and a context that carries what is saved."""

from __future__ import annotations

import math
from typing import Any, Iterator


class Context:
    def __init__(self) -> None:
        self.saved: tuple[Any, ...] = ()

    def save(self, *things: Any) -> None:
        self.saved = things


class Function:
    @staticmethod
    def forward(ctx: Context, *args: float) -> float:
        raise NotImplementedError

    @staticmethod
    def backward(ctx: Context, g: float) -> tuple[float, ...]:
        raise NotImplementedError

    @classmethod
    def apply(cls, *inputs: "Value", **options: float) -> "Value":
        ctx = Context()
        data = cls.forward(ctx, *(i.data for i in inputs), **options)
        return Value(data, inputs, cls, ctx)


class Add(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, g):
        return g, g


class Sub(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x - y

    @staticmethod
    def backward(ctx, g):
        return g, -g


class Mul(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save(x, y)
        return x * y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved
        return g * y, g * x


class Div(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save(x, y)
        return x / y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved
        return g / y, -g * x / (y * y)


class Neg(Function):
    @staticmethod
    def forward(ctx, x):
        return -x

    @staticmethod
    def backward(ctx, g):
        return (-g,)


class Pow(Function):
    @staticmethod
    def forward(ctx, x, n):
        out = x**n
        ctx.save(x, n, out)
        return out

    @staticmethod
    def backward(ctx, g):
        x, n, out = ctx.saved
        return (g * n * out / x if x != 0 else 0.0,)


class Tanh(Function):
    @staticmethod
    def forward(ctx, x):
        t = math.tanh(x)
        ctx.save(t)
        return t

    @staticmethod
    def backward(ctx, g):
        (t,) = ctx.saved
        return (g * (1.0 - t * t),)


class Exp(Function):
    @staticmethod
    def forward(ctx, x):
        e = math.exp(x)
        ctx.save(e)
        return e

    @staticmethod
    def backward(ctx, g):
        (e,) = ctx.saved
        return (g * e,)


class Relu(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save(x > 0)
        return x if x > 0 else 0.0

    @staticmethod
    def backward(ctx, g):
        (open_,) = ctx.saved
        return (g if open_ else 0.0,)


class Value:
    def __init__(self, data: float, _prev=(), _fn=None, _ctx=None) -> None:
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._fn = _fn
        self._ctx = _ctx

    @staticmethod
    def of(x: "Value | float") -> "Value":
        return x if isinstance(x, Value) else Value(x)

    def _backward(self) -> None:
        if self._fn is None:
            return
        for node, g in zip(self._prev, self._fn.backward(self._ctx, self.grad)):
            node.grad += g

    def __add__(self, o):
        return Add.apply(self, Value.of(o))

    def __radd__(self, o):
        return Add.apply(Value.of(o), self)

    def __sub__(self, o):
        return Sub.apply(self, Value.of(o))

    def __rsub__(self, o):
        return Sub.apply(Value.of(o), self)

    def __mul__(self, o):
        return Mul.apply(self, Value.of(o))

    def __rmul__(self, o):
        return Mul.apply(Value.of(o), self)

    def __truediv__(self, o):
        return Div.apply(self, Value.of(o))

    def __rtruediv__(self, o):
        return Div.apply(Value.of(o), self)

    def __neg__(self):
        return Neg.apply(self)

    def __pow__(self, n):
        return Pow.apply(self, n=n)

    def tanh(self):
        return Tanh.apply(self)

    def exp(self):
        return Exp.apply(self)

    def relu(self):
        return Relu.apply(self)

    def backward(self) -> None:
        order = list(postorder(self, set()))
        for node in order:
            if node._fn is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def postorder(root: Value, seen: set) -> Iterator[Value]:
    if root in seen:
        return
    seen.add(root)
    path = [(root, iter(root._prev))]
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in seen:
                seen.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            path.pop()
            yield node


def build_topo(v, visited, topo):
    topo.extend(postorder(v, visited))


def zero_grad(root: Value) -> None:
    for node in postorder(root, set()):
        node.grad = 0.0
