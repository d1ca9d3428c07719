import math


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = _backward

    def __repr__(self):
        return "Value(data=%g, grad=%g)" % (self.data, self.grad)

    def wrap(f):
        def g(self, other):
            if not isinstance(other, Value):
                other = Value(other)
            return f(self, other)
        return g

    def flip(f):
        def g(self, other):
            return f(Value(other), self)
        return g

    @wrap
    def __add__(self, other):
        def rule(grad):
            self.grad += grad
            other.grad += grad
        return Value(self.data + other.data, (self, other), rule)

    @wrap
    def __sub__(self, other):
        def rule(grad):
            self.grad += grad
            other.grad -= grad
        return Value(self.data - other.data, (self, other), rule)

    @wrap
    def __mul__(self, other):
        a, b = self.data, other.data
        def rule(grad):
            self.grad += grad * b
            other.grad += grad * a
        return Value(a * b, (self, other), rule)

    @wrap
    def __truediv__(self, other):
        a, b = self.data, other.data
        def rule(grad):
            self.grad += grad / b
            other.grad -= grad * a / b ** 2
        return Value(a / b, (self, other), rule)

    __radd__, __rsub__ = flip(__add__), flip(__sub__)
    __rmul__, __rtruediv__ = flip(__mul__), flip(__truediv__)
    del wrap, flip

    def __neg__(self):
        return 0 - self

    def __pow__(self, n):
        a = self.data
        def rule(grad):
            if n != 0:
                self.grad += grad * n * a ** (n - 1)
        return Value(a ** n, [self], rule)

    def tanh(self):
        t = math.tanh(self.data)
        def rule(grad):
            self.grad += grad * (1 - t ** 2)
        return Value(t, [self], rule)

    def exp(self):
        e = math.exp(self.data)
        def rule(grad):
            self.grad += grad * e
        return Value(e, [self], rule)

    def relu(self):
        alive = self.data > 0
        def rule(grad):
            if alive:
                self.grad += grad
        return Value(self.data if alive else 0, [self], rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._backward:
                v.grad = 0.0
        self.grad += 1.0
        for v in topo[::-1]:
            if v._backward:
                v._backward(v.grad)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    visited.add(v)
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
            continue
        stack.append((node, True))
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
