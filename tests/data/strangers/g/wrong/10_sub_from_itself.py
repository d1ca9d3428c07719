import math


class Value:
    def __init__(self, data, *inputs):
        self.data = float(data)
        self.grad = 0.0
        self._prev = inputs

    def _backward(self):
        pass

    def __add__(self, other): return Sum(self, other)
    def __radd__(self, other): return Sum(other, self)
    def __sub__(self, other): return Difference(self, other)
    def __rsub__(self, other): return Difference(other, self)
    def __mul__(self, other): return Product(self, other)
    def __rmul__(self, other): return Product(other, self)
    def __truediv__(self, other): return Product(self, Power(other, -1))
    def __rtruediv__(self, other): return Product(other, Power(self, -1))
    def __pow__(self, n): return Power(self, n)
    def __neg__(self): return Product(self, -1)
    def tanh(self): return Curve(self, math.tanh(self.data), lambda y: 1 - y * y)
    def exp(self): return Curve(self, math.exp(self.data), lambda y: y)
    def relu(self): return Curve(self, max(0.0, self.data), lambda y: float(y > 0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if type(node) is not Value:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


class Sum(Value):
    def __init__(self, a, b):
        a, b = node_of(a), node_of(b)
        super().__init__(a.data + b.data, a, b)

    def _backward(self):
        for node in self._prev:
            node.grad += self.grad


class Difference(Value):
    def __init__(self, a, b):
        a, b = node_of(a), node_of(b)
        super().__init__(a.data - b.data, a, b)

    def _backward(self):
        a, b = self._prev
        a.grad, b.grad = a.grad + self.grad, b.grad - self.grad


class Product(Value):
    def __init__(self, a, b):
        a, b = node_of(a), node_of(b)
        super().__init__(a.data * b.data, a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad


class Power(Value):
    def __init__(self, a, n):
        a = node_of(a)
        super().__init__(a.data**n, a)
        self.n = n

    def _backward(self):
        if self.n:
            self._prev[0].grad += self.n * self._prev[0].data ** (self.n - 1) * self.grad


class Curve(Value):
    def __init__(self, a, y, slope):
        super().__init__(y, a)
        self.slope = slope

    def _backward(self):
        self._prev[0].grad += self.slope(self.data) * self.grad


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, rest = stack[-1]
        p = next((p for p in rest if p not in visited), None)
        if p is None:
            topo.append(node)
            stack.pop()
        else:
            visited.add(p)
            stack.append((p, iter(p._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
