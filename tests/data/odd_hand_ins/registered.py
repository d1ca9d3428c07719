import math
from functools import partial
REGISTRY = {}
class OpMeta(type):
    def __init__(cls, name, bases, ns):
        super().__init__(name, bases, ns)
        if bases: REGISTRY[ns.get("symbol", name.lower())] = cls
class Op(metaclass=OpMeta):
    @classmethod
    def apply(cls, *args, **kw):
        args = [a if isinstance(a, Value) else Value(a) for a in args]
        data = cls.forward(*[a.data for a in args], **kw)
        out = Value(data)
        out._prev = args
        out._op = cls
        out._backward = partial(cls.push, out, kw)
        return out
    @classmethod
    def push(cls, out, kw):
        slopes = cls.slopes(out.data, *[a.data for a in out._prev], **kw)
        for a, s in zip(out._prev, slopes): a.grad += s * out.grad
class Add(Op):
    symbol = "+"
    forward = staticmethod(lambda x, y: x + y)
    slopes = staticmethod(lambda r, x, y: (1., 1.))
class Mul(Op):
    symbol = "*"
    forward = staticmethod(lambda x, y: x * y)
    slopes = staticmethod(lambda r, x, y: (y, x))
class Sub(Op):
    symbol = "-"
    forward = staticmethod(lambda x, y: x - y)
    slopes = staticmethod(lambda r, x, y: (1., -1.))
class Div(Op):
    symbol = "/"
    forward = staticmethod(lambda x, y: x / y)
    slopes = staticmethod(lambda r, x, y: (1 / y, -x / y / y))
class Pow(Op):
    symbol = "**"
    forward = staticmethod(lambda x, n: x ** n)
    slopes = staticmethod(lambda r, x, n: (0.0 if n == 0 else n * x ** (n - 1),))
class Tanh(Op):
    forward = staticmethod(math.tanh)
    slopes = staticmethod(lambda r, x: ((1 - r) * (1 + r),))
class Exp(Op):
    forward = staticmethod(math.exp)
    slopes = staticmethod(lambda r, x: (r,))
class Relu(Op):
    forward = staticmethod(lambda x: x if x > 0 else 0.0)
    slopes = staticmethod(lambda r, x: (1.0,) if x > 0 else (0.0,))
class Value:
    _backward = staticmethod(lambda: None)
    _prev = ()
    _op = None
    grad = 0.0
    def __init__(self, data): self.data = data
    def __getattr__(self, name):
        try: op = REGISTRY[name]
        except KeyError: raise AttributeError(name) from None
        return partial(op.apply, self)
    def __add__(self, o): return REGISTRY["+"].apply(self, o)
    def __sub__(self, o): return REGISTRY["-"].apply(self, o)
    def __mul__(self, o): return REGISTRY["*"].apply(self, o)
    def __truediv__(self, o): return REGISTRY["/"].apply(self, o)
    def __pow__(self, n): return REGISTRY["**"].apply(self, n=n)
    def __radd__(self, o): return REGISTRY["+"].apply(o, self)
    def __rsub__(self, o): return REGISTRY["-"].apply(o, self)
    def __rmul__(self, o): return REGISTRY["*"].apply(o, self)
    def __rtruediv__(self, o): return REGISTRY["/"].apply(o, self)
    def __neg__(self): return self * -1
    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in filter(lambda n: n._prev, topo): n.grad = 0.0
        self.grad += 1
        for n in topo[::-1]: n._backward()
def build_topo(v, visited, topo):
    stack = [[v, 0]]
    visited.add(v)
    while stack:
        top = stack[-1]
        n, i = top
        if i == len(n._prev):
            topo.append(n); stack.pop(); continue
        top[1] += 1
        p = n._prev[i]
        if p not in visited:
            visited.add(p); stack.append([p, 0])
def zero_grad(root):
    topo = []; build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
