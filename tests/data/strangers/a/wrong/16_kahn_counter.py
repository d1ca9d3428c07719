import math
from collections import Counter


class Value:

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None
        self.n_uses = 0                 # how often somebody has used me
        for p in _prev:
            p.n_uses += 1

    def __add__(self, that):
        that = that if isinstance(that, Value) else Value(that)
        out = Value(self.data + that.data, (self, that))
        def _backward():
            self.grad += out.grad
            that.grad += out.grad
        out._backward = _backward
        return out

    def __sub__(self, that):
        that = that if isinstance(that, Value) else Value(that)
        out = Value(self.data - that.data, (self, that))
        def _backward():
            self.grad += out.grad
            that.grad += -out.grad
        out._backward = _backward
        return out

    def __mul__(self, that):
        that = that if isinstance(that, Value) else Value(that)
        out = Value(self.data * that.data, (self, that))
        def _backward():
            self.grad += out.grad * that.data
            that.grad += out.grad * self.data
        out._backward = _backward
        return out

    def __truediv__(self, that):
        that = that if isinstance(that, Value) else Value(that)
        out = Value(self.data / that.data, (self, that))
        def _backward():
            self.grad += out.grad * (1 / that.data)
            that.grad += out.grad * (-self.data / that.data**2)
        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))
        def _backward():
            self.grad += out.grad * (n * self.data**(n - 1) if n != 0 else 0)
        out._backward = _backward
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))
        def _backward():
            self.grad += -out.grad
        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        def _backward():
            self.grad += out.grad * (1 - out.data**2)
        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        def _backward():
            self.grad += out.grad * out.data
        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))
        def _backward():
            self.grad += out.grad * (1 if self.data > 0 else 0)
        out._backward = _backward
        return out

    def __radd__(self, that): return Value(that) + self
    def __rsub__(self, that): return Value(that) - self
    def __rmul__(self, that): return Value(that) * self
    def __rtruediv__(self, that): return Value(that) / self

    def backward(self):
        nodes = collect(self)
        waiting_for = Counter({node: node.n_uses for node in nodes})
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for p in node._prev:
                waiting_for[p] -= 1
                if not waiting_for[p]:
                    ready.append(p)


def collect(root):
    nodes = {root}
    frontier = {root}
    while frontier:
        frontier = {p for node in frontier for p in node._prev} - nodes
        nodes |= frontier
    return nodes


def build_topo(v, visited, topo):
    count = Counter(p for node in collect(v) for p in node._prev)
    ready, outputs_first = [v], []
    while ready:
        node = ready.pop()
        outputs_first.append(node)
        for p in node._prev:
            count[p] -= 1
            if count[p] == 0:
                ready.append(p)
    visited.update(outputs_first)
    topo += outputs_first[::-1]


def zero_grad(root):
    for node in collect(root):
        node.grad = 0.0
