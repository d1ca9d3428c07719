# Operations as a family of classes that inherit from each other.
import math


class Op:
    arity = 1

    def __call__(self, *nodes):
        nodes = tuple(n if isinstance(n, Value) else Value(n) for n in nodes)
        xs = [n.data for n in nodes]
        out = Value(self.f(*xs))
        out._prev = nodes
        out._op = self
        return out

    def pull(self, out):
        for node, d in zip(out._prev, self.df(out.data, *[n.data for n in out._prev])):
            node.grad += d * out.grad


class Linear(Op):
    """A sum with signs."""

    signs = (1.0, 1.0)

    def f(self, *xs):
        return sum(s * x for s, x in zip(self.signs, xs))

    def df(self, z, *xs):
        return self.signs


class Minus(Linear):
    def f(self, x, y):
        return x - y

    def df(self, z, x, y):
        return self.signs


class Negative(Linear):
    signs = (-1.0,)


class Product(Op):
    def f(self, x, y):
        return x * y

    def df(self, z, x, y):
        return y, x


class Quotient(Product):
    def f(self, x, y):
        return super().f(x, 1.0 / y)

    def df(self, z, x, y):
        return 1.0 / y, -z / y


class Power(Op):
    def __init__(self, n):
        self.n = n

    def f(self, x):
        return x**self.n

    def df(self, z, x):
        return (self.n * x ** (self.n - 1) if self.n != 0 else 0.0,)


class Exp(Op):
    def f(self, x):
        return math.exp(x)

    def df(self, z, x):
        return (z,)


class Tanh(Exp):
    def f(self, x):
        return math.tanh(x)

    def df(self, z, x):
        return (1.0 - z * z,)


class Relu(Op):
    def f(self, x):
        return x if x > 0 else 0.0

    def df(self, z, x):
        return (float(x > 0),)


plus, minus, negative = Linear(), Minus(), Negative()
product, quotient = Product(), Quotient()
exp, tanh, relu = Exp(), Tanh(), Relu()


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._op = None

    def _backward(self):
        if self._op is not None:
            self._op.pull(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._op is not None:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()

    def __add__(self, other): return plus(self, other)
    def __radd__(self, other): return plus(other, self)
    def __sub__(self, other): return minus(self, other)
    def __rsub__(self, other): return negative(self) + other
    def __mul__(self, other): return product(self, other)
    def __rmul__(self, other): return product(other, self)
    def __truediv__(self, other): return quotient(self, other)
    def __rtruediv__(self, other): return quotient(other, self)
    def __neg__(self): return negative(self)
    def __pow__(self, n): return Power(n)(self)
    def tanh(self): return tanh(self)
    def exp(self): return exp(self)
    def relu(self): return relu(self)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        v = stack.pop()
        if v in visited:
            continue
        missing = [p for p in v._prev if p not in visited]
        if missing:
            stack += [v, *missing]
        else:
            visited.add(v)
            topo.append(v)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
