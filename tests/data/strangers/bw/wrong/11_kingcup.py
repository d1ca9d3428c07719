"""Exam engine in the manner of PyTorch: Functions with forward, backward and a context."""

import math


class Context:
    def __init__(self):
        self.saved = ()

    def save(self, *things):
        self.saved = things


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None
        self._worked_out = {}

    def worked_out(self, function):
        """function(data), kept: h.exp() and h.tanh() are often asked for again."""
        key = function.__name__
        if key not in self._worked_out:
            self._worked_out[key] = function(self.data)
        return self._worked_out[key]

    def __add__(self, other):
        return Add.apply(self, value(other))

    def __mul__(self, other):
        return Mul.apply(self, value(other))

    def __truediv__(self, other):
        return Div.apply(self, value(other))

    def __sub__(self, other):
        return Add.apply(self, Neg.apply(value(other)))

    def __rsub__(self, other):
        return Add.apply(value(other), Neg.apply(self))

    def __rtruediv__(self, other):
        return Div.apply(value(other), self)

    def __neg__(self):
        return Neg.apply(self)

    def __pow__(self, n):
        return Pow.apply(self, n=n)

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        return Tanh.apply(self)

    def exp(self):
        return Exp.apply(self)

    def relu(self):
        return Relu.apply(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev != ():
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def value(x):
    return x if isinstance(x, Value) else Value(float(x))


class Function:
    @classmethod
    def apply(cls, *inputs, **settings):
        ctx = Context()
        out = Value(cls.forward(ctx, *inputs, **settings))

        def _backward():
            for node, part in zip(inputs, cls.backward(ctx, out.grad)):
                node.grad += part

        out._prev = inputs
        out._backward = _backward
        return out


class Add(Function):
    def forward(ctx, a, b):
        return a.data + b.data

    def backward(ctx, grad):
        return grad, grad


class Mul(Function):
    def forward(ctx, a, b):
        ctx.save(a.data, b.data)
        return a.data * b.data

    def backward(ctx, grad):
        a, b = ctx.saved
        return grad * b, grad * a


class Div(Function):
    def forward(ctx, a, b):
        ctx.save(a.data, b.data)
        return a.data / b.data

    def backward(ctx, grad):
        a, b = ctx.saved
        return grad / b, -grad * a / (b * b)


class Neg(Function):
    def forward(ctx, a):
        return -a.data

    def backward(ctx, grad):
        return (-grad,)


class Pow(Function):
    def forward(ctx, a, n):
        ctx.save(a.data, n)
        return a.data**n

    def backward(ctx, grad):
        a, n = ctx.saved
        return (grad * n * a ** (n - 1) if n != 0 else 0.0,)


class Tanh(Function):
    def forward(ctx, a):
        t = a.worked_out(math.tanh)
        ctx.save(t)
        return t

    def backward(ctx, grad):
        (t,) = ctx.saved
        return (grad * (1 - t * t),)


class Exp(Function):
    def forward(ctx, a):
        e = a.worked_out(math.exp)
        ctx.save(e)
        return e

    def backward(ctx, grad):
        (e,) = ctx.saved
        return (grad * e,)


class Relu(Function):
    def forward(ctx, a):
        ctx.save(a.data > 0)
        return a.data if a.data > 0 else 0.0

    def backward(ctx, grad):
        (positive,) = ctx.saved
        return (grad if positive else 0.0,)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack += [(p, False) for p in node._prev if p not in visited]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
