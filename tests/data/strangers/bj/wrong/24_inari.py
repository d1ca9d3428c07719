import math

val = lambda x: x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(s, data, _prev=(), _op=""):
        s.data, s.grad, s._prev, s._op, s._backward = float(data), 0.0, tuple(_prev), _op, ()

    def _of(s, op, *ins):
        s._op, s._prev, s._backward = op, tuple(i for i, _ in ins), tuple(d for _, d in ins)
        return s

    def __add__(s, o):
        o = val(o)
        if o.data == 0.0:
            return s
        return Value(s.data + o.data)._of("+", (s, 1.0), (o, 1.0))

    def __mul__(s, o):
        o = val(o)
        return Value(s.data * o.data)._of("*", (s, o.data), (o, s.data))

    def __sub__(s, o):
        o = val(o)
        return Value(s.data - o.data)._of("-", (s, 1.0), (o, -1.0))

    def __truediv__(s, o):
        o = val(o)
        return Value(s.data / o.data)._of("/", (s, 1.0 / o.data), (o, -s.data / o.data**2))

    def __pow__(s, n):
        return Value(s.data**n)._of("**", (s, n and n * s.data ** (n - 1)))

    def tanh(s):
        t = math.tanh(s.data)
        return Value(t)._of("tanh", (s, 1.0 - t * t))

    def exp(s):
        e = math.exp(s.data)
        return Value(e)._of("exp", (s, e))

    def relu(s):
        return Value(max(s.data, 0.0))._of("relu", (s, float(s.data > 0.0)))

    __neg__ = lambda s: Value(-s.data)._of("neg", (s, -1.0))
    __radd__ = lambda s, o: s + o
    __rmul__ = lambda s, o: val(o) * s
    __rsub__ = lambda s, o: val(o) - s
    __rtruediv__ = lambda s, o: val(o) / s

    def backward(s):
        topo = []
        build_topo(s, set(), topo)
        for n in topo:
            n.grad = 0.0 if n._prev else n.grad
        s.grad += 1.0
        for n in topo[::-1]:
            for p, d in zip(n._prev, n._backward):
                p.grad += d * n.grad


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    while stack:
        n, seen = stack.pop()
        if seen:
            topo.append(n)
        elif n not in visited:
            visited.add(n)
            stack += [(n, 1)] + [(p, 0) for p in n._prev]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
