import math


class Value:
    def __init__(self, data, children=(), label=""):
        self.data = data
        self.grad = 0.0
        self._prev = children
        self.label = label  # "" for a leaf, else the operation
        self._backward = lambda: None

    def __repr__(self):
        return f"{self.label or 'leaf'}({self.data:.3g})"

    def is_leaf(self):
        return self.label == ""

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        res = Value(self.data + other.data, (self, other), "+")

        def _backward():
            for child in (self, other):
                child.grad += res.grad

        res._backward = _backward
        return res

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        res = Value(self.data * other.data, (self, other), "*")

        def _backward():
            for child, factor in ((self, other.data), (other, self.data)):
                child.grad += factor * res.grad

        res._backward = _backward
        return res

    def __pow__(self, n):
        res = Value(self.data**n, (self,), "**")
        return res._simple(lambda: n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        res = Value(math.tanh(self.data), (self,), "tanh")
        return res._simple(lambda: 1 - res.data**2)

    def exp(self):
        res = Value(math.exp(self.data), (self,), "exp")
        return res._simple(lambda: res.data)

    def relu(self):
        res = Value(max(0.0, self.data), (self,))
        return res._simple(lambda: 1.0 if self.data > 0 else 0.0)

    def _simple(self, slope):
        (child,) = self._prev

        def _backward():
            child.grad += slope() * self.grad

        self._backward = _backward
        return self

    def __neg__(self): return -1 * self
    def __sub__(self, other): return self + -1 * other
    def __rsub__(self, other): return -1 * self + other
    def __truediv__(self, other): return self * other**-1
    def __rtruediv__(self, other): return other * self**-1
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if not v.is_leaf():
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        here = stack[-1]
        if here in visited:
            stack.pop()
            continue
        below = [c for c in here._prev if c not in visited]
        if below:
            stack += below
        else:
            visited.add(stack.pop())
            topo.append(here)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
