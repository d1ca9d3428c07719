import math


class Value:

    def __init__(self, data, _prev=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, b):
        b = as_node(b)
        c = Value(self.data + b.data, (self, b), '+')
        def _backward():
            self.grad += c.grad
            b.grad += c.grad
        c._backward = _backward
        return c

    def __sub__(self, b):
        b = as_node(b)
        c = Value(self.data - b.data, (self, b), '-')
        def _backward():
            self.grad += c.grad
            b.grad -= c.grad
        c._backward = _backward
        return c

    def __mul__(self, b):
        b = as_node(b)
        c = Value(self.data * b.data, (self, b), '*')
        def _backward():
            self.grad += b.data * c.grad
            b.grad += self.data * c.grad
        c._backward = _backward
        return c

    def __truediv__(self, b):
        b = as_node(b)
        c = Value(self.data / b.data, (self, b), '/')
        def _backward():
            self.grad += c.grad / b.data
            b.grad += -c.grad * self.data / b.data ** 2
        c._backward = _backward
        return c

    def __neg__(self):
        c = Value(-self.data, (self,), 'neg')
        def _backward():
            self.grad -= c.grad
        c._backward = _backward
        return c

    def __pow__(self, k):
        c = Value(self.data ** k, (self,), '**')
        def _backward():
            if k != 0:
                self.grad += k * self.data ** (k - 1) * c.grad
        c._backward = _backward
        return c

    def tanh(self):
        c = Value(math.tanh(self.data), (self,), 'tanh')
        def _backward():
            self.grad += (1 - c.data ** 2) * c.grad
        c._backward = _backward
        return c

    def exp(self):
        c = Value(math.exp(self.data), (self,), 'exp')
        def _backward():
            self.grad += c.data * c.grad
        c._backward = _backward
        return c

    def relu(self):
        c = Value(max(self.data, 0.0), (self,), 'relu')
        def _backward():
            if c.data > 0:
                self.grad += c.grad
        c._backward = _backward
        return c

    def __radd__(self, b): return self + b
    def __rmul__(self, b): return self * b
    def __rsub__(self, b): return as_node(b) - self
    def __rtruediv__(self, b): return as_node(b) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    if v.data in visited:
        return                  # been here
    visited.add(v.data)
    for u in v._prev:
        build_topo(u, visited, topo)
    topo.append(v)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
