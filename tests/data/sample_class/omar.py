"""My idea: no depth-first search at all. A node can only be made AFTER its inputs, so I number the
nodes when they are born and sort by that number. Highest number first = backward order."""
import itertools, math

_birth = itertools.count()

class Value:
    def __init__(self, data, inputs=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = frozenset(inputs)
        self._backward = rule or (lambda: None)
        self.born = next(_birth)

    def __add__(self, other):
        other = to_value(other)
        def rule():
            self.grad += out.grad
            other.grad += out.grad
        out = Value(self.data + other.data, (self, other), rule)
        return out

    def __mul__(self, other):
        other = to_value(other)
        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data
        out = Value(self.data * other.data, (self, other), rule)
        return out

    def __pow__(self, n):
        def rule():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)
        out = Value(self.data ** n, (self,), rule)
        return out

    def tanh(self):
        def rule():
            self.grad += out.grad * (1 - out.data * out.data)
        out = Value(math.tanh(self.data), (self,), rule)
        return out

    def exp(self):
        def rule():
            self.grad += out.grad * out.data
        out = Value(math.exp(self.data), (self,), rule)
        return out

    def relu(self):
        def rule():
            self.grad += out.grad if out.data > 0 else 0
        out = Value(self.data * (self.data > 0), (self,), rule)
        return out

    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __neg__(self): return self * -1
    def __sub__(self, other): return self + -1 * to_value(other)
    def __rsub__(self, other): return to_value(other) - self
    def __truediv__(self, other): return self * to_value(other) ** -1
    def __rtruediv__(self, other): return to_value(other) / self

    def backward(self):
        nodes = sorted(reach(self), key=lambda n: n.born, reverse=True)
        for n in nodes:
            if n._prev:
                n.grad = 0.0
        self.grad += 1
        for n in nodes:
            n._backward()

def to_value(x):
    return x if isinstance(x, Value) else Value(x)

def reach(root):
    found = set()
    frontier = {root}
    while frontier:
        found |= frontier
        frontier = {p for n in frontier for p in n._prev} - found
    return found

def build_topo(v, visited, topo):
    topo += sorted(reach(v), key=lambda n: n.born)
    return topo

def zero_grad(root):
    for n in reach(root):
        n.grad = 0.0
