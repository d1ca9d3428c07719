"""Rules are bound to their nodes with default arguments."""
import math


class Value:
    def __init__(self, data, *inputs):
        self.data = float(data)
        self.grad = 0.0
        self._prev = inputs
        self._backward = lambda: None

    def rule(self, function):
        self._backward = function
        return self

    def __add__(self, other, /):
        other = ensure(other)
        out = Value(self.data + other.data, self, other)

        def back(a=self, b=other, out=out):
            a.grad += out.grad
            b.grad += out.grad
        return out.rule(back)

    def __mul__(self, other, /):
        other = ensure(other)
        out = Value(self.data * other.data, self, other)

        def back(a=self, b=other, out=out):
            a.grad += out.grad * b.data
            b.grad += out.grad * a.data
        return out.rule(back)

    def __pow__(self, n, /):
        out = Value(self.data ** n, self)

        def back(a=self, n=n, out=out):
            if n != 0:
                a.grad += out.grad * n * a.data ** (n - 1)
        return out.rule(back)

    def stretched(self, data, slope):
        out = Value(data, self)

        def back(a=self, out=out):
            a.grad += slope * out.grad
        return out.rule(back)

    def __neg__(self): return self.stretched(-self.data, -1.0)
    def __sub__(self, other): return self + (-ensure(other))
    def __rsub__(self, other): return ensure(other) + (-self)
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __truediv__(self, other): return self * ensure(other) ** -1
    def __rtruediv__(self, other): return ensure(other) * self ** -1

    def tanh(self):
        t = math.tanh(self.data)
        return self.stretched(t, (1 - t) * (1 + t))

    def exp(self):
        e = math.exp(self.data)
        return self.stretched(e, e)

    def relu(self):
        if self.data > 0:
            return self.stretched(self.data, 1.0)
        return self.stretched(0.0, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for p in v._prev:
            build_topo(p, visited, topo)
        topo.append(v)


def zero_grad(root):
    seen, rest = {root}, [root]
    for node in rest:
        node.grad = 0.0
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                rest.append(p)
