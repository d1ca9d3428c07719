"""Closures: every operator hangs a function on its result."""
import math

def wrap(x):
    return x if isinstance(x, Value) else Value(x)

class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = rule
        return out

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,), "**")

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = rule
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-wrap(other))

    def __rsub__(self, other):
        return self + (-wrap(other))

    def __truediv__(self, other):
        return self * wrap(other) ** -1

    def __rtruediv__(self, other):
        return wrap(other) * self ** -1

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule():
            self.grad += (1 - out.data ** 2) * out.grad
        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def rule():
            self.grad += out.data * out.grad
        out._backward = rule
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def rule():
            self.grad += out.grad if self.data > 0 else 0.0
        out._backward = rule
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for v in order:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()

def build_topo(v, visited, topo):
    if v in visited:
        return
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            path.pop()

def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for v in nodes:
        v.grad = 0.0
