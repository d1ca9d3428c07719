import math

# f(x, n) and its slope; x is the input, y the result, n a constant
CURVES = {
    "neg":  (lambda x, n: -x,            lambda x, y, n: -1.0),
    "pow":  (lambda x, n: x ** n,        lambda x, y, n: n * x ** (n - 1) if n else 0.0),
    "tanh": (lambda x, n: math.tanh(x),  lambda x, y, n: 1.0 - y * y),
    "exp":  (lambda x, n: math.exp(x),   lambda x, y, n: y),
    "relu": (lambda x, n: max(x, 0.0),   lambda x, y, n: float(x > 0)),
}


class Value:
    def __init__(self, data, _prev=(), _op=None, n=None):
        self.data, self.grad = float(data), 0.0
        self._prev, self._op, self.n = _prev, _op, n

    def curve(self, op, n=None):
        return Value(CURVES[op][0](self.data, n), (self,), op, n)

    def _backward(self):
        g = self.grad
        if self._op == "+":
            for p in self._prev:
                p.grad += g
        elif self._op == "*":
            a, b = self._prev
            a.grad += g * b.data
            b.grad += g * a.data
        elif self._op:
            (a,) = self._prev
            a.grad += g * CURVES[self._op][1](a.data, self.data, self.n)

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, (self, o), "+")

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, (self, o), "*")

    def __neg__(self): return self.curve("neg")
    def __pow__(self, n): return self.curve("pow", n)
    def tanh(self): return self.curve("tanh")
    def exp(self): return self.curve("exp")
    def relu(self): return self.curve("relu")
    def __sub__(self, o): return self + -o
    def __truediv__(self, o): return self * o ** -1
    def __radd__(self, o): return self + o
    def __rmul__(self, o): return self * o
    def __rsub__(self, o): return -self + o
    def __rtruediv__(self, o): return self * o ** -1

    def backward(self):
        build_topo(self, set(), t := [])
        for p in t:
            p.grad = 0.0 if p._op else p.grad
        self.grad += 1
        for p in t[::-1]:
            p._backward()


def build_topo(v, visited, topo):
    s = [v]
    while s:
        p = s.pop()
        if p is None:
            topo.append(s.pop())
        elif p not in visited:
            visited.add(p)
            s += [p, None, *p._prev]


def zero_grad(root):
    build_topo(root, set(), t := [])
    for p in t:
        p.grad = 0.0
