# Short, in the style of a code golfer.
from math import exp, tanh

w = lambda x: x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(s, data, *e):  # e: pairs (input, local derivative)
        s.data, s.grad, s._prev, s.d = float(data), 0.0, tuple(p for p, _ in e), [d for _, d in e]

    def _backward(s):
        for p, d in zip(s._prev, s.d): p.grad += d * s.grad

    def backward(s):
        t = []
        build_topo(s, set(), t)
        for v in t: v.grad = 0.0 if v._prev else v.grad
        s.grad += 1.0
        for v in t[::-1]: v._backward()

    __add__ = lambda a, b: Value(a.data + (b := w(b)).data, (a, 1), (b, 1))
    __sub__ = lambda a, b: Value(a.data - (b := w(b)).data, (a, 1), (b, -1))
    __mul__ = lambda a, b: Value(a.data * (b := w(b)).data, (a, b.data), (b, a.data))
    __truediv__ = lambda a, b: Value((q := a.data / (b := w(b)).data), (a, 1 / b.data), (b, -q / b.data))
    __pow__ = lambda a, n: Value(a.data**n, (a, n and n * a.data ** (n - 1)))
    __neg__ = lambda a: Value(-a.data, (a, -1))
    __radd__ = lambda a, b: w(b) + a
    __rsub__ = lambda a, b: w(b) - a
    __rmul__ = lambda a, b: w(b) * a
    __rtruediv__ = lambda a, b: w(b) / a
    tanh = lambda a: Value((t := tanh(a.data)), (a, 1 - t * t))
    exp = lambda a: Value((e := exp(a.data)), (a, e))
    relu = lambda a: Value(max(0, a.data), (a, a.data > 0))


def build_topo(v, visited, topo):
    s = [(v, 0)]
    while s:
        v, out = s.pop()
        if out: topo.append(v)
        elif v not in visited:
            visited.add(v)
            s += [(v, 1)] + [(p, 0) for p in v._prev]


def zero_grad(root):
    t = []
    build_topo(root, set(), t)
    for v in t:
        v.grad, v._prev = 0.0, ()
