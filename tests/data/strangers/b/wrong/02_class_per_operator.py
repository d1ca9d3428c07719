import math

class Value:
    _prev = ()

    def __init__(self, data):
        self.data, self.grad = data, 0.0

    def _backward(self):
        pass

    def __add__(self, o): return Plus(self, o)
    def __radd__(self, o): return Plus(o, self)
    def __sub__(self, o): return Minus(self, o)
    def __rsub__(self, o): return Minus(o, self)
    def __mul__(self, o): return Times(self, o)
    def __rmul__(self, o): return Times(o, self)
    def __truediv__(self, o): return Over(self, o)
    def __rtruediv__(self, o): return Over(o, self)
    def __pow__(self, n): return Power(self, n)
    def __neg__(self): return Minus(0.0, self)
    def tanh(self): return Tanh(self)
    def exp(self): return Exp(self)
    def relu(self): return Relu(self)

    def backward(self):
        line = []
        build_topo(self, set(), line)
        for node in line:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while line:
            line.pop()._backward()

class Binary(Value):
    def __init__(self, a, b):
        self.a = a if isinstance(a, Value) else Value(a)
        self.b = b if isinstance(b, Value) else Value(b)
        self._prev = (self.a, self.b)
        super().__init__(self.f(self.a.data, self.b.data))

    def _backward(self):
        da, db = self.df(self.a.data, self.b.data)
        self.a.grad += da * self.grad
        self.b.grad += db * self.grad

class Plus(Binary):
    def f(self, a, b): return a + b
    def df(self, a, b): return 1.0, 1.0

class Minus(Binary):
    def f(self, a, b): return a - b
    def df(self, a, b): return 1.0, -1.0

class Times(Binary):
    def f(self, a, b): return a * b
    def df(self, a, b): return b, a

class Over(Binary):
    def f(self, a, b): return a / b
    def df(self, a, b): return 1 / b, a / b**2

class Unary(Value):
    def __init__(self, a, n=None):
        self.a, self.n, self._prev = a, n, (a,)
        super().__init__(self.f(a.data))

    def _backward(self):
        self.a.grad += self.df(self.a.data, self.data) * self.grad

class Power(Unary):
    def f(self, x): return x**self.n
    def df(self, x, y): return self.n * x ** (self.n - 1) if self.n else 0.0

class Tanh(Unary):
    def f(self, x): return math.tanh(x)
    def df(self, x, y): return 1 - y * y

class Exp(Unary):
    def f(self, x): return math.exp(x)
    def df(self, x, y): return y

class Relu(Unary):
    def f(self, x): return x if x > 0 else 0.0
    def df(self, x, y): return 1.0 if x > 0 else 0.0

def build_topo(v, visited, topo):
    todo = [(v, iter(v._prev))]
    visited.add(v)
    while todo:
        node, inputs = todo[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                todo.append((p, iter(p._prev)))
                break
        else:
            topo.append(todo.pop()[0])

def zero_grad(root):
    line = []
    build_topo(root, set(), line)
    for node in line:
        node.grad = 0.0
