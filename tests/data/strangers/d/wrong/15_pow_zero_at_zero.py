"""In the manner of torch.autograd.Function: classes with forward and backward, and a context."""
import math


class Context:
    pass


class Function:
    @classmethod
    def apply(cls, *args, **options):
        args = tuple(a if isinstance(a, Value) else Value(a) for a in args)
        ctx = Context()
        out = Value(cls.forward(ctx, *(a.data for a in args), **options))
        out._prev = args
        out._ctx = ctx
        out._fn = cls
        return out


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
        ctx.x, ctx.y = x, y
        return x * y

    @staticmethod
    def backward(ctx, g):
        return g * ctx.y, g * ctx.x


class Div(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.x, ctx.y = x, y
        return x / y

    @staticmethod
    def backward(ctx, g):
        return g / ctx.y, -g * ctx.x / (ctx.y * ctx.y)


class Pow(Function):
    @staticmethod
    def forward(ctx, x, n):
        ctx.x, ctx.n = x, n
        return x**n

    @staticmethod
    def backward(ctx, g):
        x, n = ctx.x, ctx.n
        return (g * n * x ** (n - 1),)


class Tanh(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.t = math.tanh(x)
        return ctx.t

    @staticmethod
    def backward(ctx, g):
        return (g * (1 - ctx.t**2),)


class Exp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.e = math.exp(x)
        return ctx.e

    @staticmethod
    def backward(ctx, g):
        return (g * ctx.e,)


class Relu(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.on = x > 0
        return x if ctx.on else 0.0

    @staticmethod
    def backward(ctx, g):
        return (g if ctx.on else 0.0,)


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._ctx = self._fn = None

    def _backward(self):
        if self._fn:
            for p, g in zip(self._prev, self._fn.backward(self._ctx, self.grad)):
                p.grad += g

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._fn:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()

    def __add__(self, other): return Add.apply(self, other)
    def __radd__(self, other): return Add.apply(other, self)
    def __sub__(self, other): return Sub.apply(self, other)
    def __rsub__(self, other): return Sub.apply(other, self)
    def __mul__(self, other): return Mul.apply(self, other)
    def __rmul__(self, other): return Mul.apply(other, self)
    def __truediv__(self, other): return Div.apply(self, other)
    def __rtruediv__(self, other): return Div.apply(other, self)
    def __neg__(self): return Sub.apply(0.0, self)
    def __pow__(self, n): return Pow.apply(self, n=n)
    def tanh(self): return Tanh.apply(self)
    def exp(self): return Exp.apply(self)
    def relu(self): return Relu.apply(self)


def build_topo(v, visited, topo):
    stack = [[v, 0]]
    visited.add(v)
    while stack:
        frame = stack[-1]
        node, i = frame
        if i < len(node._prev):
            frame[1] += 1
            p = node._prev[i]
            if p not in visited:
                visited.add(p)
                stack.append([p, 0])
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
