import math
L = lambda o: o if isinstance(o, Value) else Value(o)
class Value:
    def __init__(s, data, _prev=(), _backward=lambda g: ()):
        s.data, s.grad, s._prev, s._backward = data, 0.0, _prev, _backward
    def __add__(s, o): o = L(o); return Value(s.data + o.data, (s, o), lambda g: (g, g))
    def __sub__(s, o): o = L(o); return Value(s.data - o.data, (s, o), lambda g: (g, -g))
    def __mul__(s, o): o = L(o); x, y = s.data, o.data; return Value(x * y, (s, o), lambda g: (g * y, g * x))
    def __truediv__(s, o): o = L(o); x, y = s.data, o.data; return Value(x / y, (s, o), lambda g: (g / y, -g * x / y / y))
    def __pow__(s, n): x = s.data; return Value(x ** n, (s,), lambda g: (g * n * x ** (n - 1),))
    def __neg__(s): return 0 - s
    __radd__ = __add__
    __rmul__ = __mul__
    def __rsub__(s, o): return L(o) - s
    def __rtruediv__(s, o): return L(o) / s
    def tanh(s): t = math.tanh(s.data); return Value(t, (s,), lambda g: (g * (1 - t * t),))
    def exp(s): e = math.exp(s.data); return Value(e, (s,), lambda g: (g * e,))
    def relu(s): p = s.data > 0; return Value(s.data if p else 0.0, (s,), lambda g: (g * p,))
    def backward(s):
        T = []; build_topo(s, set(), T)
        for v in T: v.grad = 0.0 if v._prev else v.grad
        s.grad += 1.0
        for v in T[::-1]:
            for p, g in zip(v._prev, v._backward(v.grad)): p.grad += g
def build_topo(v, visited, topo):
    S = [v]
    while S:
        n = S[-1]; visited.add(n)
        M = [p for p in n._prev if p not in visited]
        if M: S.append(M[0])
        else: topo.append(S.pop())
def zero_grad(root):
    T = []; build_topo(root, set(), T)
    for v in T: v.grad = 0.0
