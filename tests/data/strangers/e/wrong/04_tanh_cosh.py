"""Engine whose operations are plain functions that return pairs:
the value, and a list of (input, slope) pairs."""
import math


def plus(a, b):
    return a.data + b.data, [(a, 1.0), (b, 1.0)]


def times(a, b):
    return a.data * b.data, [(a, b.data), (b, a.data)]


def minus(a, b):
    return a.data - b.data, [(a, 1.0), (b, -1.0)]


def over(a, b):
    q = a.data / b.data
    return q, [(a, 1.0 / b.data), (b, -q / b.data)]


def power(a, n):
    if n == 0:
        return 1.0, [(a, 0.0)]
    return a.data ** n, [(a, n * a.data ** (n - 1))]


def hyperbolic(a):
    t = math.tanh(a.data)
    return t, [(a, 1.0 / math.cosh(a.data) ** 2)]


def exponential(a):
    e = math.exp(a.data)
    return e, [(a, e)]


def ramp(a):
    if a.data > 0:
        return a.data, [(a, 1.0)]
    return 0.0, [(a, 0.0)]


def node(pair):
    value, edges = pair
    out = Value(value, [a for a, _ in edges])

    def spread():
        for a, slope in edges:
            a.grad += slope * out.grad
    out._backward = spread
    return out


def lift(x):
    if isinstance(x, Value):
        return x
    return Value(x)


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._backward = lambda: None

    def __add__(self, o): return node(plus(self, lift(o)))
    def __radd__(self, o): return node(plus(lift(o), self))
    def __mul__(self, o): return node(times(self, lift(o)))
    def __rmul__(self, o): return node(times(lift(o), self))
    def __sub__(self, o): return node(minus(self, lift(o)))
    def __rsub__(self, o): return node(minus(lift(o), self))
    def __truediv__(self, o): return node(over(self, lift(o)))
    def __rtruediv__(self, o): return node(over(lift(o), self))
    def __pow__(self, n): return node(power(self, n))
    def __neg__(self): return node(times(self, lift(-1.0)))
    def tanh(self): return node(hyperbolic(self))
    def exp(self): return node(exponential(self))
    def relu(self): return node(ramp(self))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for n in order:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(order):
            n._backward()


def build_topo(v, visited, topo):
    todo = [("enter", v)]
    while todo:
        what, n = todo.pop()
        if what == "leave":
            topo.append(n)
            continue
        if n in visited:
            continue
        visited.add(n)
        todo.append(("leave", n))
        todo.extend(("enter", p) for p in n._prev)


def zero_grad(root):
    found = {root}
    todo = [root]
    while todo:
        n = todo.pop()
        n.grad = 0.0
        for p in n._prev:
            if p not in found:
                found.add(p)
                todo.append(p)
