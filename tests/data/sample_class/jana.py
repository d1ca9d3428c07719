import math


class Value:
    """micrograd as in the notes, with the operators that were still missing."""

    def __init__(self, data, _children=(), _op='', label=''):
        self.data = data
        self.grad = 0.0
        self._prev = set(_children)
        self._op = _op
        self.label = label
        self._backward = lambda: None

    def __repr__(self): return f"Value(data={self.data})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), '+')
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), '*')
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

    def __pow__(self, n):
        assert isinstance(n, (int, float))
        out = Value(self.data**n, (self,), f'^{n}')
        def _backward():
            self.grad += n * self.data**(n - 1) * out.grad
        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), 'exp')
        def _backward():
            self.grad += out.data * out.grad
        out._backward = _backward
        return out

    def tanh(self):
        x = self.data
        t = (math.exp(2*x) - 1) / (math.exp(2*x) + 1)
        out = Value(t, (self,), 'tanh')
        def _backward():
            self.grad += (1 - t*t) * out.grad
        out._backward = _backward
        return out

    def relu(self):
        out = Value(0.0 if self.data <= 0 else self.data, (self,), 'relu')
        def _backward():
            self.grad += (out.data > 0) * out.grad
        out._backward = _backward
        return out

    def __neg__(self): return -1 * self
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __sub__(self, other): return self + -other
    def __rsub__(self, other): return other + -self
    def __truediv__(self, other): return self * other**-1
    def __rtruediv__(self, other): return other * self**-1

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for child in v._prev:
            build_topo(child, visited, topo)
        topo.append(v)


def zero_grad(root, visited=None):
    if visited is None:
        visited = set()
    if root in visited:
        return
    visited.add(root)
    root.grad = 0.0
    for child in root._prev:
        zero_grad(child, visited)


def draw_dot(root):
    from graphviz import Digraph
    topo = []
    build_topo(root, set(), topo)
    dot = Digraph(format='svg', graph_attr={'rankdir': 'LR'})
    for n in topo:
        dot.node(str(id(n)), f"{n.label} | {n.data:.4f} | {n.grad:.4f}", shape='record')
        for m in n._prev:
            dot.edge(str(id(m)), str(id(n)), label=n._op)
    return dot
