import math


class Value:
    def __init__(s, data, _prev=(), f=lambda g: ()):
        s.data, s.grad, s._prev, s._backward = data, 0.0, _prev, f

    def __add__(s, o): o = W(o); return Value(s.data + o.data, (s, o), lambda g: (g, g))
    def __sub__(s, o): o = W(o); return Value(s.data - o.data, (s, o), lambda g: (g, -g))
    def __mul__(s, o): o = W(o); return Value(s.data * o.data, (s, o), lambda g: (g * o.data, g * s.data))
    def __truediv__(s, o): return s * W(o) ** -1
    def __neg__(s): return Value(-s.data, (s,), lambda g: (-g,))
    def __pow__(s, n):
        return Value(s.data**n, (s,), lambda g: (g * n * s.data ** (n - 1),))
    def __radd__(s, o): return W(o) + s
    def __rsub__(s, o): return W(o) - s
    def __rmul__(s, o): return W(o) * s
    def __rtruediv__(s, o): return W(o) / s

    def tanh(s): t = math.tanh(s.data); return Value(t, (s,), lambda g: (g * (1 - t * t),))
    def exp(s): e = math.exp(s.data); return Value(e, (s,), lambda g: (g * e,))
    def relu(s): return Value(max(0.0, s.data), (s,), lambda g: (g * (s.data > 0),))

    def backward(s):
        build_topo(s, set(), topo := [])
        for n in topo:
            n.grad = 0.0 if n._prev else n.grad
        s.grad += 1.0
        for n in topo[::-1]:
            for x, d in zip(n._prev, n._backward(n.grad)):
                x.grad += d


W = lambda x: x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    st = [(v, 0)]
    while st:
        n, k = st.pop()
        if k: topo.append(n)
        elif n not in visited:
            visited.add(n)
            st += [(n, 1)] + [(x, 0) for x in n._prev]


def zero_grad(root):
    build_topo(root, set(), topo := [])
    for n in topo: n.grad = 0.0
