"""Modelled on torch.autograd.Function: one class per function, forward and backward."""
import math


class Context:
    def save(self, *things):
        self.saved = things


class Function:
    @classmethod
    def apply(cls, *args, **constants):
        inputs = tuple(a if isinstance(a, Value) else Value(a) for a in args)
        ctx = Context()
        out = Value(cls.forward(ctx, *(i.data for i in inputs), **constants))
        out._prev = inputs
        out._ctx = ctx
        out._backward = cls.backward
        return out


class Add(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, grad_out


class Sub(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x - y

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, -grad_out


class Mul(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save(x, y)
        return x * y

    @staticmethod
    def backward(ctx, grad_out):
        x, y = ctx.saved
        return grad_out * y, grad_out * x


class Div(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save(x, y)
        return x / y

    @staticmethod
    def backward(ctx, grad_out):
        x, y = ctx.saved
        return grad_out / y, -grad_out * x / y**2


class Pow(Function):
    @staticmethod
    def forward(ctx, x, n):
        ctx.save(x, n)
        return x**n

    @staticmethod
    def backward(ctx, grad_out):
        x, n = ctx.saved
        if n == 0:
            return (0.0,)
        return (grad_out * n * x ** (n - 1),)


class Neg(Function):
    @staticmethod
    def forward(ctx, x):
        return -x

    @staticmethod
    def backward(ctx, grad_out):
        return (-grad_out,)


class Tanh(Function):
    @staticmethod
    def forward(ctx, x):
        t = math.tanh(x)
        ctx.save(t)
        return t

    @staticmethod
    def backward(ctx, grad_out):
        (t,) = ctx.saved
        return (1 - t * t,)


class Exp(Function):
    @staticmethod
    def forward(ctx, x):
        e = math.exp(x)
        ctx.save(e)
        return e

    @staticmethod
    def backward(ctx, grad_out):
        (e,) = ctx.saved
        return (grad_out * e,)


class Relu(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save(x > 0)
        return x if x > 0 else 0.0

    @staticmethod
    def backward(ctx, grad_out):
        (on,) = ctx.saved
        return (grad_out if on else 0.0,)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None
        self._ctx = None

    def __add__(self, other): return Add.apply(self, other)
    def __radd__(self, other): return Add.apply(other, self)
    def __sub__(self, other): return Sub.apply(self, other)
    def __rsub__(self, other): return Sub.apply(other, self)
    def __mul__(self, other): return Mul.apply(self, other)
    def __rmul__(self, other): return Mul.apply(other, self)
    def __truediv__(self, other): return Div.apply(self, other)
    def __rtruediv__(self, other): return Div.apply(other, self)
    def __neg__(self): return Neg.apply(self)
    def __pow__(self, n): return Pow.apply(self, n=n)
    def tanh(self): return Tanh.apply(self)
    def exp(self): return Exp.apply(self)
    def relu(self): return Relu.apply(self)

    def backward(self):
        order = build_topo(self, set(), [])
        for node in order:
            if node._ctx is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._ctx is None:
                continue
            for inp, g in zip(node._prev, node._backward(node._ctx, node.grad)):
                inp.grad += g


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        todo = [i for i in node._prev if i not in visited]
        if todo:
            stack.append(todo[0])
            continue
        stack.pop()
        if node not in visited:
            visited.add(node)
            topo.append(node)
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
