import math
from dataclasses import dataclass, field
@dataclass
class Value:
    """default dataclass: == compares fields, no hash, repr shows everything"""
    data: float
    grad: float = 0.0
    _prev: tuple["Value", ...] = ()
    _rule: object = None
    def _backward(self):
        if self._rule: self._rule(self)
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, 0.0, (self, other))
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._rule = lambda out: _backward()
        return out
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, 0.0, (self, other))
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._rule = lambda out: _backward()
        return out
    def __pow__(self, other):
        assert isinstance(other, (int, float)), "only supporting int/float powers for now"
        out = Value(self.data**other, 0.0, (self,))
        def _backward():
            if other != 0:
                self.grad += (other * self.data**(other-1)) * out.grad
        out._rule = lambda out: _backward()
        return out
    def relu(self):
        out = Value(0 if self.data < 0 else self.data, 0.0, (self,))
        def _backward():
            self.grad += (out.data > 0) * out.grad
        out._rule = lambda out: _backward()
        return out
    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, 0.0, (self,))
        def _backward():
            self.grad += (1 - t**2) * out.grad
        out._rule = lambda out: _backward()
        return out
    def exp(self):
        out = Value(math.exp(self.data), 0.0, (self,))
        def _backward():
            self.grad += out.data * out.grad
        out._rule = lambda out: _backward()
        return out
    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0
        self.grad += 1
        for v in reversed(topo):
            v._backward()
        return topo
    def __neg__(self): return self * -1
    def __radd__(self, other): return self + other
    def __sub__(self, other): return self + (-other)
    def __rsub__(self, other): return other + (-self)
    def __rmul__(self, other): return self * other
    def __truediv__(self, other): return self * other**-1
    def __rtruediv__(self, other): return other * self**-1


def build_topo(v, visited, topo):
    todo = [(v, iter(v._prev))]
    visited.add(id(v))
    while todo:
        node, it = todo[-1]
        for child in it:
            if id(child) not in visited:
                visited.add(id(child))
                todo.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            todo.pop()
def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for n in order: n.grad = 0.0
