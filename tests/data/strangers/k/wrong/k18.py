from math import exp, tanh

class Value:
    __slots__ = "data", "grad", "_prev", "_backward"
    def __init__(s, x, *edges):
        s.data, s.grad, s._prev = x, 0.0, [p for p, _ in edges]
        def back():
            for p, d in edges: p.grad += d * s.grad
        s._backward = back
    def __add__(s, o): o = V(o); return Value(s.data + o.data, (s, 1), (o, 1))
    def __mul__(s, o): o = V(o); return Value(s.data * o.data, (s, o.data), (o, s.data))
    def __pow__(s, n):
        slope = 0.0 if s.data == 0 else n * s.data ** (n - 1)
        return Value(s.data ** n, (s, slope))
    def tanh(s): t = tanh(s.data); return Value(t, (s, 1 - t * t))
    def exp(s): e = exp(s.data); return Value(e, (s, e))
    def relu(s): return Value(max(s.data, 0.0), (s, s.data > 0))
    def __neg__(s): return s * -1
    def __sub__(s, o): return s + V(o) * -1
    def __rsub__(s, o): return V(o) - s
    def __truediv__(s, o): return s * V(o) ** -1
    def __rtruediv__(s, o): return V(o) / s
    __radd__, __rmul__ = __add__, __mul__
    def backward(s):
        build_topo(s, set(), order := [])
        for v in order:
            if v._prev: v.grad = 0.0
        s.grad += 1
        for v in order[::-1]: v._backward()

def V(x): return x if isinstance(x, Value) else Value(x)

def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        v = todo.pop()
        if isinstance(v, tuple): topo.append(v[0])
        elif v not in visited:
            visited.add(v)
            todo += [(v,)] + v._prev

def zero_grad(root):
    build_topo(root, set(), order := [])
    for v in order: v.grad = 0.0
