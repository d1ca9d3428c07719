from math import exp as e_to_the, tanh as tanh_of

def acc(v, g): v.grad += g

class Value:
    def __init__(s, data, _prev=(), _backward=lambda g: None):
        s.data, s.grad, s._prev, s._backward = data, 0.0, _prev, _backward

    __add__ = lambda s, o: (lambda o: Value(s.data + o.data, (s, o), lambda g: (acc(s, g), acc(o, g))))(val(o))
    __sub__ = lambda s, o: (lambda o: Value(s.data - o.data, (s, o), lambda g: (acc(s, g), acc(o, -g))))(val(o))
    __mul__ = lambda s, o: (lambda o: Value(s.data * o.data, (s, o), lambda g: (acc(s, g * s.data), acc(o, g * s.data))))(val(o))
    __truediv__ = lambda s, o: (lambda o: Value(s.data / o.data, (s, o), lambda g: (acc(s, g / o.data), acc(o, -g * s.data / o.data**2))))(val(o))
    __pow__ = lambda s, n: Value(s.data**n, (s,), lambda g: acc(s, g * n * s.data**(n - 1)) if n != 0 else None)
    __neg__ = lambda s: Value(-s.data, (s,), lambda g: acc(s, -g))
    __radd__ = lambda s, o: val(o) + s
    __rsub__ = lambda s, o: val(o) - s
    __rmul__ = lambda s, o: val(o) * s
    __rtruediv__ = lambda s, o: val(o) / s
    tanh = lambda s: (lambda t: Value(t, (s,), lambda g: acc(s, g * (1 - t * t))))(tanh_of(s.data))
    exp = lambda s: (lambda t: Value(t, (s,), lambda g: acc(s, g * t)))(e_to_the(s.data))
    relu = lambda s: Value(s.data if s.data > 0 else 0.0, (s,), lambda g: acc(s, g if s.data > 0 else 0.0))

    def backward(s):
        order = []
        build_topo(s, set(), order)
        for v in order:
            if v._prev: v.grad = 0.0
        acc(s, 1.0)
        for v in order[::-1]:
            v._backward(v.grad)

val = lambda o: o if isinstance(o, Value) else Value(o)

def build_topo(v, visited, topo):
    st = [(v, 0)]
    while st:
        n, k = st.pop()
        if k: topo.append(n)
        elif n not in visited:
            visited.add(n)
            st += [(n, 1)] + [(p, 0) for p in n._prev]

def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for v in order: v.grad = 0.0
